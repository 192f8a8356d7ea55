"""A client of Roster on the standard library of Python alone. Copy it, and call request() for any operation of the API reference."""

import email.utils
import http.client
import json
import random
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid
from dataclasses import dataclass, field

RETRIED = {408, 429, 502, 503, 504}


class Problem(Exception):
    """The error response of the service (RFC 9457). Programs distinguish problems by `code`; `detail` is for people."""

    def __init__(self, status, headers, details):
        self.status = status
        self.headers = headers
        self.code = details.get("code", "unknown")
        self.title = details.get("title", f"HTTP {status}")
        self.detail = details.get("detail", "")
        self.errors = details.get("errors", [])
        self.request_id = details.get("request_id") or headers.get("X-Request-ID")
        super().__init__(f"{status} {self.code}: {self.detail}")


@dataclass
class Answer:
    """A successful response, or a 304 without data."""

    status: int
    headers: dict
    data: object


class _NoRedirects(urllib.request.HTTPRedirectHandler):
    """Refuses redirects: following one would send the API key to an address that the caller did not choose."""

    def redirect_request(self, *_):
        return None


@dataclass
class Roster:
    api_key: str = field(repr=False)
    base_url: str = "http://localhost:3000"
    #: Timeout of one attempt, in seconds.
    timeout: float = 30
    #: Number of retries after the first attempt.
    retries: int = 2
    #: Longest wait before a retry, in seconds. When `Retry-After` asks for more, the problem is raised at once.
    longest_wait: float = 60
    opener: urllib.request.OpenerDirector = field(
        default_factory=lambda: urllib.request.build_opener(_NoRedirects), repr=False
    )

    def request(self, method, path, body=None, query=None, headers=None):
        """
        Sends a request, with retries for errors that can pass. Raises Problem for an error response, URLError or another OSError without a
        response, and HTTPException when the response breaks off.
        """
        request = self._request(method, path, body, query, headers or {})
        for attempt in range(self.retries + 1):
            try:
                return self._send(request)
            except Problem as problem:
                wait = _wait_of(problem.headers.get("Retry-After"), attempt)
                if problem.status not in RETRIED or attempt == self.retries or wait > self.longest_wait:
                    raise
            except (urllib.error.URLError, http.client.HTTPException, ConnectionError, TimeoutError):
                if attempt == self.retries:
                    raise
                wait = _wait_of(None, attempt)
            time.sleep(wait)

    def each(self, path, **query):
        """Yields every record of a list, page by page. Changes by other clients meanwhile cause no duplicates and no gaps."""
        cursor = ""
        while cursor is not None:
            page = self.request("GET", path, query={**query, "cursor": cursor}).data
            yield from page["data"]
            cursor = page["next_cursor"]

    def _request(self, method, path, body, query, headers):
        url = self.base_url + path + ("?" + urllib.parse.urlencode(query) if query else "")
        headers = {"X-API-Key": self.api_key, "Accept": "application/json", **headers}
        if method in ("POST", "PATCH"):
            # All attempts send the same key: the request has one effect, even when only its response was lost.
            if "idempotency-key" not in {name.lower() for name in headers}:
                headers["Idempotency-Key"] = str(uuid.uuid4())
        if body is None:
            return urllib.request.Request(url, method=method, headers=headers)
        headers["Content-Type"] = "application/json"
        return urllib.request.Request(url, json.dumps(body).encode(), headers, method=method)

    def _send(self, request):
        try:
            with self.opener.open(request, timeout=self.timeout) as response:
                return Answer(response.status, response.headers, _json_of(response.read()))
        except urllib.error.HTTPError as error:
            with error:
                if error.code == 304:
                    return Answer(304, error.headers, None)
                details = _json_of(error.read())
                raise Problem(error.code, error.headers, details if isinstance(details, dict) else {}) from None


def _json_of(content):
    """Returns the parsed JSON content, or None for anything else, such as the error page of a proxy."""
    try:
        return json.loads(content)
    except ValueError:
        return None


def _wait_of(retry_after, attempt):
    """Returns the wait in seconds: that of the `Retry-After` header, in seconds or as a date; otherwise a random time that grows with each attempt."""
    if retry_after is None:
        return random.uniform(0, min(8, 0.5 * 2**attempt))
    if retry_after.isdigit():
        return int(retry_after)
    try:
        return max(0, email.utils.parsedate_to_datetime(retry_after).timestamp() - time.time())
    except ValueError:
        return _wait_of(None, attempt)
