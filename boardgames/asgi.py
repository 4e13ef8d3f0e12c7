"""One port: WebSockets by Channels, HTTP by Django's WSGI handler in a pool of threads.

Django's own ASGI handler opens threads per request and is several times slower for our views.
"""

from channels.routing import ProtocolTypeRouter, URLRouter

# isort: split
from boardgames.wsgi import application as http  # before the next line: it sets Django up

# isort: split
from boardgames.http import nul
from boardgames.http.bridge import WsgiBridge
from boardgames.http.gauges import counting
from boardgames.websockets import urlpatterns

application = ProtocolTypeRouter(
    {
        "http": WsgiBridge(http, threads=6, apart=("/healthz", "/readyz")),
        "websocket": counting(nul.refusing(URLRouter(urlpatterns))),
    }
)
