"""One port: WebSockets by Channels, HTTP by Django's WSGI handler in a pool of threads.

Django's own ASGI handler opens threads per request and is several times slower for our views.
"""

from channels.routing import ProtocolTypeRouter, URLRouter

# isort: split
from boardgames.wsgi import application as http  # before the next line: it sets Django up

# isort: split
from boardgames.http import reject_nul
from boardgames.http.gauges import counting
from boardgames.http.wsgi_bridge import WsgiBridge
from boardgames.websockets import urlpatterns

application = ProtocolTypeRouter(
    {
        "http": WsgiBridge(http, threads=6, apart=("/healthz", "/readyz")),
        "websocket": counting(reject_nul.reject_nul_in_sockets(URLRouter(urlpatterns))),
    }
)
