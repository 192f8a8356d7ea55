"""Proving that a webhook delivery is from Roster, new, and as it was sent (Standard Webhooks)."""

import base64
import hashlib
import hmac
import json
import time


class NotGenuine(Exception):
    """Answer 400, and believe nothing of what was delivered."""


def verify(body, headers, secret, tolerance=300, now=time.time):
    """
    The event of a delivery. `body` is the bytes that came, before any parser; `headers` any mapping, whatever the case of its names; `secret`
    is `whsec_…`. Raises NotGenuine.
    """
    given = {name.lower(): value for name, value in headers.items()}
    try:
        identifier, timestamp = given["webhook-id"], given["webhook-timestamp"]
        signatures = given["webhook-signature"].split()
    except KeyError as missing:
        raise NotGenuine(f"The header {missing.args[0]} is missing.") from None
    if not (timestamp.isascii() and timestamp.isdigit()):
        raise NotGenuine("webhook-timestamp is not a number of seconds.")
    if abs(now() - int(timestamp)) > tolerance:
        raise NotGenuine(f"The delivery is more than {tolerance} seconds away from this clock.")
    key = base64.b64decode(secret.removeprefix("whsec_"))
    mac = hmac.new(key, f"{identifier}.{timestamp}.".encode() + body, hashlib.sha256).digest()
    expected = b"v1," + base64.b64encode(mac)
    if not any(hmac.compare_digest(expected, signature.encode()) for signature in signatures):
        raise NotGenuine("No signature fits. Is this the secret of this endpoint, and the body what came, byte for byte?")
    return json.loads(body)
