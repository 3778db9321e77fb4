"""The command line over an application whose tuning has changed twice."""

import pytest

from tests.builders.tuned import tuned_app
from tests.contract_client import ContractClient
from tests.fakes.command_line import CommandLine


@pytest.fixture
def destiny() -> CommandLine:
    return CommandLine(ContractClient(tuned_app()))
