"""A tour of Roster with the client of roster.py."""

import os

from roster import Problem, Roster

roster = Roster(os.environ["ROSTER_API_KEY"], os.environ.get("ROSTER_URL", "http://localhost:3000"))

print("Creating users")
for name in ("Ada Lovelace", "Grace Hopper", "Alan Turing"):
    email = name.lower().replace(" ", ".") + "@example.com"
    user = roster.request("POST", "/v1/users", {"name": name, "email": email, "role": "viewer"}).data
    print(f"  {user['name']} is {user['id']}")

print("\nMaking mistakes")
for body in ({"name": "Ada", "email": "ada.lovelace@example.com", "role": "viewer"}, {"name": "", "email": "ada"}):
    try:
        roster.request("POST", "/v1/users", body)
    except Problem as problem:
        print(f"  {problem.status} {problem.code}")
        for fault in problem.errors:
            print(f"    {fault['field']} {fault['message']}")

print("\nWalking through the list, two a page")
for user in roster.each("/v1/users", role="viewer", sort="name", order="asc", limit=2, fields="name"):
    print(f"  {user['name']}")

print("\nReading again only what has changed")
path = f"/v1/users/{user['id']}"
etag = roster.request("GET", path).headers["ETag"]
print(f"  {roster.request('GET', path, headers={'If-None-Match': etag}).status}")

print("\nChanging it, based on what was read")
changed = roster.request("PATCH", path, {"name": "Rear Admiral Hopper"}, headers={"If-Match": etag}).data
print(f"  {changed['name']}, version {changed['version']}")
try:
    roster.request("PATCH", path, {"name": "Grace"}, headers={"If-Match": etag})
except Problem as problem:
    print(f"  {problem.status} {problem.code}: somebody was faster")
