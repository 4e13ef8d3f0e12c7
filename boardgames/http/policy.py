"""The content security policy (CSP) in the headers of each answer."""

from csp.constants import HEADER
from csp.middleware import CSPMiddleware
from csp.utils import build_policy
from django.conf import settings
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils.functional import cached_property


class ContentPolicy(CSPMiddleware):
    """django-csp's middleware, which would build the same policy twice for each answer."""

    def process_response(
        self, request: HttpRequest, response: HttpResponseBase
    ) -> HttpResponseBase:
        has_its_own = any(name.startswith("_csp") for name in (*vars(request), *vars(response)))
        if has_its_own or settings.DEBUG:
            return super().process_response(request, response)
        response.headers.setdefault(HEADER, self._policy)
        return response

    @cached_property
    def _policy(self) -> str:
        return build_policy()
