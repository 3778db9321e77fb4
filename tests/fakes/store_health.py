"""The health of a store that does not exist."""

from dataclasses import dataclass

from service.store.condition import StoreCondition, StoreState


@dataclass(slots=True)
class FakeStoreHealth:
    """Reports the state that the test sets."""

    state: StoreState = StoreState.UP
    said: str | None = None
    warnings: tuple[str, ...] = ()

    def reachable(self) -> bool:
        return self.state is not StoreState.DOWN

    def condition(self) -> StoreCondition:
        return StoreCondition(self.state, self.said, warnings=self.warnings)
