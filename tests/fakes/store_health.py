"""The health of a store that is not there."""

from dataclasses import dataclass

from service.store.condition import StoreCondition, StoreState


@dataclass(slots=True)
class FakeStoreHealth:
    """A store in the state that the test wants."""

    state: StoreState = StoreState.UP
    said: str | None = None
    warnings: tuple[str, ...] = ()

    def reachable(self) -> bool:
        """Whether the test wants it to answer."""
        return self.state is not StoreState.DOWN

    def condition(self) -> StoreCondition:
        """As the test wants it."""
        return StoreCondition(self.state, self.said, warnings=self.warnings)
