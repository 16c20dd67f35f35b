"""Reads openapi.yaml, and says where an answer differs from it."""

import json

import yaml
from jsonschema import Draft202012Validator
from openapi_spec_validator import OpenAPIV31SpecValidator
from referencing import Registry, Resource
from referencing.jsonschema import DRAFT202012

from sample_server import SAMPLES

# Headers of the message itself; the document describes those that carry meaning for the calls.
FRAMING_HEADERS = {"server", "content-type", "content-length", "connection"}


class ContractDocument:
    def __init__(self):
        text = (SAMPLES / "backend" / "openapi.yaml").read_text(encoding="utf-8")
        self.document = yaml.safe_load(text)
        resource = Resource(contents=self.document, specification=DRAFT202012)
        self._registry = Registry().with_resource("urn:contract", resource)

    def faults_of_the_document(self):
        """Where it is not valid OpenAPI 3.1, as sentences."""
        return [str(error) for error in OpenAPIV31SpecValidator(self.document).iter_errors()]

    def paths(self):
        """The path templates, as `{template: {method in upper case, …}}`."""
        return {template: {method.upper() for method in operations}
                for template, operations in self.document["paths"].items()}

    def declared(self):
        """All pairs (path template, status) for which an answer is described."""
        return {(template, int(status))
                for template, operations in self.document["paths"].items()
                for operation in operations.values()
                for status in operation["responses"]}

    def member_names(self):
        """The names of all members that the schemas describe, but those of a page."""
        names = set()

        def walk(node):
            if isinstance(node, dict):
                if isinstance(node.get("properties"), dict):
                    names.update(node["properties"])
                for value in node.values():
                    walk(value)
            elif isinstance(node, list):
                for value in node:
                    walk(value)

        for name, schema in self.document["components"]["schemas"].items():
            if name != "Page":
                walk(schema)
        return names

    def differences(self, template, answer):
        """What of `answer`, a GET of `template`, is not as described; a list of sentences."""
        status = str(answer.status)
        if status not in self.document["paths"][template]["get"]["responses"]:
            return [f"status {status} is not described"]
        return self.differences_at(("paths", template, "get", "responses", status), answer)

    def differences_at(self, place, answer):
        """What of `answer` is not as the response object at `place` (keys from the root) says."""
        place, response = self._resolved(place)
        return (list(self._header_differences(place, response, answer))
                + list(self._body_differences(place, response, answer)))

    def _header_differences(self, place, response, answer):
        described = response["headers"]
        for name in described:
            _, header = self._resolved((*place, "headers", name))
            value = answer.headers.get(name)
            if value is None:
                if header.get("required"):
                    yield f"header {name} is missing"
                continue
            for error in Draft202012Validator(header["schema"]).iter_errors(value):
                yield f"header {name}: {error.message}"
        known = {name.lower() for name in described} | FRAMING_HEADERS
        for name in answer.headers:
            if name.lower() not in known:
                yield f"header {name} is not described"

    def _body_differences(self, place, response, answer):
        if "content" not in response:
            if answer.wire_body:
                yield "a body where none is described"
            return
        if answer.headers.get("Content-Type") != "application/json":
            yield f"Content-Type {answer.headers.get('Content-Type')}"
            return
        pointer = self._pointer((*place, "content", "application/json", "schema"))
        validator = Draft202012Validator({"$ref": f"urn:contract{pointer}"},
                                         registry=self._registry,
                                         format_checker=Draft202012Validator.FORMAT_CHECKER)
        for error in validator.iter_errors(json.loads(answer.body)):
            yield f"{error.json_path}: {error.message[:300]}"

    def _resolved(self, place):
        """Follows `$ref`; returns where the object really stands, and the object."""
        node = self.document
        for key in place:
            node = node[key]
        if "$ref" not in node:
            return place, node
        return self._resolved(tuple(node["$ref"].removeprefix("#/").split("/")))

    @staticmethod
    def _pointer(place):
        escaped = (key.replace("~", "~0").replace("/", "~1") for key in place)
        return "#/" + "/".join(escaped).replace("{", "%7B").replace("}", "%7D")
