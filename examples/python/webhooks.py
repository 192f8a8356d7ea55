"""Verifies that a webhook delivery comes from Roster, is recent, and was not changed (Standard Webhooks)."""

import base64
import hashlib
import hmac
import json
import time


class NotGenuine(Exception):
    """The delivery failed verification. Respond with 400, and do not trust its content."""


def verify(body, headers, secret, tolerance=300, now=time.time):
    """
    Returns the event of a delivery. `body` is the bytes of the request, not yet parsed. `headers` is any mapping; the case of its names does
    not matter. `secret` has the form `whsec_…`. `tolerance` is in seconds. Raises NotGenuine when the delivery fails verification, and ValueError
    for a text that is no secret.
    """
    key = _key_of(secret)
    given = {name.lower(): value for name, value in headers.items()}
    try:
        identifier, timestamp = given["webhook-id"], given["webhook-timestamp"]
        signatures = given["webhook-signature"].split()
    except KeyError as missing:
        raise NotGenuine(f"The header {missing.args[0]} is missing.") from None
    if not (timestamp.isascii() and timestamp.isdigit() and len(timestamp) <= 12):
        raise NotGenuine("webhook-timestamp is not a number of seconds.")
    if abs(now() - int(timestamp)) > tolerance:
        raise NotGenuine(f"The delivery is more than {tolerance} seconds away from this clock.")
    mac = hmac.new(key, f"{identifier}.{timestamp}.".encode() + body, hashlib.sha256).digest()
    expected = b"v1," + base64.b64encode(mac)
    if not any(hmac.compare_digest(expected, signature.encode()) for signature in signatures):
        raise NotGenuine("No signature fits. Is this the secret of this endpoint, and the body what came, byte for byte?")
    return json.loads(body)


def _key_of(secret):
    """Returns the key of a secret. Raises ValueError for none: anybody could sign with an empty key."""
    key = base64.b64decode(secret.removeprefix("whsec_"), validate=True)
    if not key:
        raise ValueError("The secret of the endpoint is empty.")
    return key
