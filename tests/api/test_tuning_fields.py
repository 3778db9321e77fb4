"""What the tuning's fields are, for those who build a form."""

from service.operators.roles import Role
from tests.contract_client import ContractClient
from tests.fakes.app import AS_ADMIN, make_app
from tests.fakes.operators import AS

SCHEMA = "/v1/admin/tuning/schema"


def test_schema__read_by_a_viewer__has_every_field_with_its_bounds(client: ContractClient) -> None:
    answer = client.get(SCHEMA, headers=AS[Role.VIEWER])

    assert answer.status_code == 200
    sections = {section["name"]: section for section in answer.get_json()["sections"]}
    crimes = sections["crimes"]
    assert crimes["entries"] == {
        "pointer": "/crimes/{name}",
        "maximum_entries": 1000,
        "name_pattern": "^[a-z][a-z0-9_]{0,63}$",
    }
    assert next(field for field in crimes["fields"] if field["pointer"] == "/crimes/{name}/threshold") == {
        "pointer": "/crimes/{name}/threshold",
        "title": "Threshold",
        "help": "The total that a success needs.",
        "type": "number",
        "unit": "points",
        "minimum": 0,
        "maximum": 100000,
        "step": 0.01,
        "optional": False,
    }


def test_schema__seen_already__is_not_sent_again(client: ContractClient) -> None:
    tag = client.get(SCHEMA, headers=AS_ADMIN).headers["ETag"]

    again = client.get(SCHEMA, headers={**AS_ADMIN, "If-None-Match": tag})

    assert (again.status_code, again.data, again.headers["ETag"]) == (304, b"", tag)
    assert make_app().test_client().get(SCHEMA, headers=AS_ADMIN).headers["ETag"] == tag


def test_schema__asked_with_a_parameter__refuses_it(client: ContractClient) -> None:
    answer = client.get(f"{SCHEMA}?section=crimes", headers=AS_ADMIN)

    assert answer.status_code == 422
