#!/bin/sh
# A tour of what HTTP can do with Roster, in POSIX sh and curl.
set -eu

roster=${ROSTER_URL:-http://localhost:3000}
key=${ROSTER_API_KEY:?Set ROSTER_API_KEY to the key that the first start of Roster printed.}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# call METHOD PATH [curl options]: sends a request; sets $status, and stores the headers and the body in files of $work.
call() {
  method=$1 address=$roster$2
  shift 2
  rm -f "$work/body"
  status=$(curl -sS -X "$method" "$address" -H "X-API-Key: $key" -o "$work/body" -D "$work/headers" -w '%{http_code}' "$@")
}

# send METHOD PATH JSON [curl options]: sends a request with a JSON body.
send() {
  method=$1 path=$2 body=$3
  shift 3
  call "$method" "$path" -H 'Content-Type: application/json' -d "$body" "$@"
}

# header NAME: prints a header of the last response. member NAME: prints a string member of its body.
header() { tr -d '\r' <"$work/headers" | sed -n "s/^$1: //p"; }
member() { sed -n "s/.*\"$1\":\"\([^\"]*\)\".*/\1/p" "$work/body"; }

gap=''
step() {
  printf "$gap%s\n" "$1"
  gap='\n'
}
say() { printf '  %s\n' "$*"; }

step 'Create a user'
send POST /v1/users '{"name":"Ada Lovelace","email":"ada@example.com","role":"admin"}'
[ "$status" = 201 ] || { cat "$work/body" >&2; exit 1; }
user=/v1/users/$(member id)
etag=$(header etag)
say "$status, at $(header location)"

step 'Read it again only if it has changed'
call GET "$user" -H "If-None-Match: $etag"
[ -s "$work/body" ] || say "$status, without a body"

step 'Change it, based on what was read'
send PATCH "$user" '{"name":"Ada King"}' -H "If-Match: $etag"
say "$status, $(member name)"

step 'Change it again, based on the same: somebody else was faster'
send PATCH "$user" '{"name":"Ada Byron"}' -H "If-Match: $etag"
say "$status $(member code), with If-Match"
send PATCH "$user" '{"name":"Ada Byron","version":1}'
say "$status $(member code), with version"

step 'Place an order twice, under one key'
order='{"currency":"EUR","items":[{"sku":"TEA-250","name":"Green tea, 250 g","quantity":2,"unit_amount":1250}]}'
send POST "$user/orders" "$order" -H "Idempotency-Key: cart-$$"
first=$(header location)
say "$status"
send POST "$user/orders" "$order" -H "Idempotency-Key: cart-$$"
[ "$(header location)" = "$first" ] && say "$status, the same order, idempotent-replayed: $(header idempotent-replayed)"

step 'Export the users'
send POST /v1/exports '{"format":"csv"}'
export=$(header location)
export=${export#"$roster"}
until [ "$(member status)" = succeeded ]; do
  sleep "$(header retry-after)"
  call GET "$export"
done
say "$status, $(member status)"

step 'Download the file, break off, and go on'
call GET "$export/file" -r 0-99
cp "$work/body" "$work/users.csv"
say "$status, content-range: $(header content-range)"
curl -sS -C - "$roster$export/file" -H "X-API-Key: $key" -o "$work/users.csv"
call GET "$export/file"
cmp "$work/body" "$work/users.csv" && say 'Both parts together are the file'

step 'Ask as a browser does, before a page of another origin may PATCH'
call OPTIONS "$user" -H 'Origin: http://localhost:5173' -H 'Access-Control-Request-Method: PATCH'
say "$status, access-control-allow-origin: $(header access-control-allow-origin)"
say "access-control-allow-methods: $(header access-control-allow-methods)"

step 'Use up the quota of those without a credential'
curl -sS "$roster/v1/users/[1-100]" -o /dev/null -w '%{http_code}\n' | sort | uniq -c | while read -r count code; do
  [ "$code" = 429 ] || say "$code, $count times"
done
status=$(curl -sS "$roster/v1/me" -o "$work/body" -D "$work/headers" -w '%{http_code}')
say "$status $(member code), retry-after: $(header retry-after)"
