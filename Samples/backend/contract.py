"""The calls of the contract: from a Request to a Response.

`openapi.yaml` beside this file describes every call; `ROUTES` holds the same paths.
"""

import datetime
import json
import re
from functools import partial

from http_layer import Response, percent_decoded, validated

BASE_PATH = "/v1"
MOST_USER_IDS = 50
CATALOGUES = ("metrics", "text_content", "equipments", "exercise_variations", "tags",
              "display_bases")
COMMON_HEADERS = (("Cache-Control", "private, no-cache"),
                  ("Vary", "Accept-Encoding, Authorization"))
ERROR_NAMES = {400: "bad_request", 401: "unauthorized", 404: "not_found",
               405: "method_not_allowed"}


class Refusal(Exception):
    """Ends a call with an error status."""

    def __init__(self, status, message, *headers):
        super().__init__(message)
        self.response = refusal(status, message, *headers)


def refusal(status, message, *headers):
    """The Response to a call that failed: `{"error": a fixed word, "message": a sentence}`."""
    name = ERROR_NAMES.get(status, "bad_request")
    body = json.dumps({"error": name, "message": message}, ensure_ascii=False)
    return json_response(status, body, *headers)


def json_response(status, text, *headers):
    content_type = ("Content-Type", "application/json")
    return Response(status, (content_type, *COMMON_HEADERS, *headers), text.encode("utf-8"))


def answer(store, request):
    """The Response to any request."""
    try:
        call, ids = route(request.path)
        if request.method != "GET":
            raise Refusal(405, f"{request.method} is not offered here", ("Allow", "GET"))
        text = call(store, account_of(store, request), request, *ids)
        return validated(request, json_response(200, text))
    except Refusal as refused:
        return refused.response


def route(path):
    """The call for `path` and the ids in it, decoded."""
    segments = [decoded(segment) for segment in path.split("/")]
    for template, call in ROUTES.items():
        places = (BASE_PATH + template).split("/")
        if len(places) == len(segments) and all(
                segment and place == "{id}" or place == segment
                for place, segment in zip(places, segments)):
            return call, [segment for place, segment in zip(places, segments) if place == "{id}"]
    raise Refusal(404, "there is no such call")


def account_of(store, request):
    """The user id of the account whose token the request carries."""
    scheme, _, token = request.headers.get("Authorization", "").partition(" ")
    account = store.account_of_token(token.strip()) if scheme.lower() == "bearer" else None
    if account is None:
        raise Refusal(401, "sign in: no valid bearer token", ("WWW-Authenticate", "Bearer"))
    return account


def decoded(text):
    try:
        return percent_decoded(text)
    except ValueError as problem:
        raise Refusal(400, f"the address is not percent-encoded UTF-8: {problem}") from problem


def query_value(request, name):
    """The value of the query parameter `name`, still percent-encoded; None when it is absent."""
    pairs = [pair.partition("=") for pair in request.query.split("&")]
    values = [value for key, _, value in pairs if key == name]
    if len(values) > 1:
        raise Refusal(400, f"{name} is given {len(values)} times")
    return values[0] if values else None


def array(documents):
    return "[" + ",".join(documents) + "]"


def found(document, what):
    if document is None:
        raise Refusal(404, f"there is no such {what}")
    return document


def me(store, account, request):
    return store.me(account)


def athletes(store, account, request):
    return array(store.athletes(account))


def workouts(store, account, request):
    day = decoded(query_value(request, "date") or "")
    try:
        if not re.fullmatch("[0-9]{4}-[0-9]{2}-[0-9]{2}", day):
            raise ValueError("not of the form YYYY-MM-DD")
        datetime.date.fromisoformat(day)
    except ValueError as problem:
        raise Refusal(400, f"date must be a day like 2026-12-01, not {day!r}") from problem
    return array(store.workouts(account, day))


def workout_exercises(store, account, request, workout_id):
    workout = found(store.workout(account, workout_id), "workout")
    sent = query_value(request, "userIDs") or ""
    user_ids = [decoded(user_id) for user_id in sent.split(",")] if sent else []
    if len(user_ids) > MOST_USER_IDS:
        raise Refusal(400, f"userIDs holds {len(user_ids)} ids; {MOST_USER_IDS} are allowed")
    return array(store.instances(account, workout, user_ids))


def exercise(store, account, request, exercise_id):
    return found(store.exercise(account, exercise_id), "exercise")


def exercise_base(store, account, request, base_id):
    return found(store.exercise_base(account, base_id), "exercise base")


def catalogue(name, store, account, request):
    return found(store.catalogue(name), "catalogue")


ROUTES = {
    "/me": me,
    "/athletes": athletes,
    "/workouts": workouts,
    "/workouts/{id}/exercises": workout_exercises,
    "/exercises/{id}": exercise,
    "/exercise_bases/{id}": exercise_base,
} | {f"/{name}": partial(catalogue, name) for name in CATALOGUES}
