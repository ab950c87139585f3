"""Games and states: ids and notation, observations, copies, refusals, records, bots."""

import copy
import pickle
import random

import numpy as np
import pytest

import ludotheque
from ludotheque import Bot, Game, IllegalAction, Record, State, drawing


def walk(game: Game, seed: int) -> list[State]:
    """The positions of a random game."""
    rng = random.Random(seed)
    state = game.new_state()
    positions = [state]
    while not state.is_over:
        state = state.after(rng.choice(state.legal_actions()))
        positions.append(state)
    return positions


def test_there_are_nine_settings() -> None:
    names = [game.name for game in ludotheque.settings()]
    assert names == [
        *["basik-2", "basik-3", "basik-4", "expion-2", "expion-3", "expion-4"],
        *["tactic-2-base", "tactic-2-capture", "tactic-2-passage"],
    ]


def test_ids_are_notation_both_ways(game: Game) -> None:
    assert game.num_actions == len(game.actions) == len(set(game.actions))
    for id, notation in enumerate(game.actions):
        assert game.action_id(notation) == id and game.notation(id) == notation
    for wrong in [-1, game.num_actions]:
        with pytest.raises(IndexError):
            game.notation(wrong)
    with pytest.raises(ValueError, match="no action"):
        game.action_id("nowhere")


def test_an_id_and_its_notation_do_the_same(game: Game) -> None:
    rng = random.Random(1)
    by_id, by_notation = game.new_state(), game.new_state()
    while not by_id.is_over:
        ids, notation = by_id.legal_actions(), by_notation.legal_notation()
        assert notation == [game.notation(id) for id in ids] and ids == sorted(ids)
        assert np.flatnonzero(by_id.action_mask()).tolist() == ids
        choice = rng.randrange(len(ids))
        by_id.apply(ids[choice])
        by_notation.apply(notation[choice])
        assert by_id == by_notation and by_id.position == by_notation.position
    assert by_id.history == by_notation.history
    assert by_id.legal_actions() == [] and by_id.current_seat is None and by_id.current_seats == []
    assert by_id.places is not None and min(by_id.places) == 1


def test_illegal_actions_are_refused_with_their_article_and_change_nothing(game: Game) -> None:
    for state in walk(game, 2)[:-1:7]:
        before = state.serialize()
        wrong = random.Random(3).choice(np.flatnonzero(state.action_mask() == 0).tolist())
        with pytest.raises(IllegalAction) as refused:
            state.apply(wrong)
        assert game.article(refused.value.article).startswith(refused.value.article)
        assert refused.value.why in str(refused.value)
        assert state.serialize() == before


def test_observations_fit_and_differ_by_seat(game: Game) -> None:
    highest = np.array(game.plane_highest)[:, None, None]
    for state in walk(game, 4)[::5]:
        seen = [state.observation(seat) for seat in range(game.seats)]
        assert all(view.shape == game.observation_shape and (view <= highest).all() for view in seen)
        if state.current_seat is not None:
            assert (state.observation() == seen[state.current_seat]).all()
            assert not (seen[0] == seen[1]).all(), "whose turn it is looks different from each seat"
    assert len(game.planes) == game.observation_shape[0]
    with pytest.raises(ValueError, match="no seat"):
        game.new_state().observation(game.seats)


def test_symmetries_turn_games_into_games(game: Game) -> None:
    symmetries = game.symmetries
    expected = {"basik": 8, "tactic": 2}.get(game.id) or {2: 4, 3: 2, 4: 1}[game.seats]
    assert len(symmetries) == expected
    positions = walk(game, 5)
    for symmetry in symmetries:
        image = game.new_state()
        for state, following in zip(positions, positions[1:]):
            for seat in range(game.seats):
                assert (symmetry.observation(state.observation(seat)) == image.observation(seat)).all()
            image.apply(int(symmetry.actions[following.history[-1]]))
        assert image.places == positions[-1].places


def test_copies_do_not_share(game: Game) -> None:
    state = walk(game, 6)[10]
    for twin in [state.clone(), copy.copy(state), copy.deepcopy(state), pickle.loads(pickle.dumps(state))]:
        assert twin == state and hash(twin) == hash(state) and twin.history == state.history
        twin.apply(twin.legal_actions()[0])
        assert twin != state
    assert game.deserialize(state.serialize()) == state
    assert pickle.loads(pickle.dumps(game)) == game
    other = next(other for other in ludotheque.settings() if other != game)
    with pytest.raises(ValueError, match="not of"):
        other.deserialize(state.serialize())


def test_returns_follow_the_places(game: Game) -> None:
    for seed in range(5):
        last = walk(game, seed)[-1]
        assert last.ended_by and game.article(last.ended_by)
        assert last.places is not None
        returns = last.returns()
        for seat, place in enumerate(last.places):
            rivals = [other for other in range(game.seats) if last.teams[other] != last.teams[seat]]
            beaten = [(last.places[other] > place) + (last.places[other] == place) / 2 for other in rivals]
            assert returns[seat] == pytest.approx(2 * np.mean(beaten) - 1)
    assert game.new_state().returns() == [0.0] * game.seats


def test_playouts_estimate_returns(game: Game) -> None:
    value = game.new_state().playouts(400, seed=1)
    assert len(value) == game.seats and all(-0.6 < each < 0.6 for each in value)
    teams = game.new_state().teams
    if len({teams.count(team) for team in teams}) == 1:
        assert sum(value) == pytest.approx(0, abs=1e-4)
    assert value == game.new_state().playouts(400, seed=1)


def test_perft_is_that_of_the_house() -> None:
    assert Game("basik").new_state().perft(3) == 4536


def test_boards_are_drawn(game: Game) -> None:
    for state in walk(game, 7)[:: 40]:
        assert drawing.svg(state).startswith("<svg") and state._repr_svg_() == drawing.svg(state)
        picture = drawing.picture(state, 16)
        assert picture.ndim == 3 and len(np.unique(picture.reshape(-1, 3), axis=0)) > 3
        text = drawing.text(state)
        assert ("to act" in text) != state.is_over and state.position.split(" ")[1] in text


def test_bots_play_and_explain(game: Game) -> None:
    assert {"random", "level1", "level8", "best"} <= set(game.bots())
    state = game.new_state()
    for id in ["random", "greedy", "level2", "best"]:
        bot = Bot(game, id, seed=1, nodes=500)
        action = bot.choose(state)
        assert action in state.legal_actions() and action == Bot(game, id, seed=1, nodes=500).choose(state)
        state.apply(action)
    analysis = Bot(game, "best", nodes=2000).analyse(state, lines=2)
    assert analysis is not None and len(analysis.lines) == 2
    best = analysis.lines[0]
    assert 0 <= best.chance <= 1 and best.verdict in ("open", "wins", "loses")
    assert [game.action_id(action) for action in best.actions] == best.ids and best.ids[0] in state.legal_actions()
    with pytest.raises(ValueError, match="no bot"):
        Bot(game, "nobody")


def test_records_are_written_and_read(game: Game) -> None:
    last = walk(game, 8)[-1]
    record = Record(last, names=["Ada", "Bruno"], notes=["a random game"])
    read = Record.read(str(record))
    assert str(read) == str(record) and read.game == game and read.places == last.places
    assert read.names == {0: "Ada", 1: "Bruno"} and read.notes == ["a random game"]
    assert read.state() == last and read.state(3).history == last.history[:3]
    assert [game.action_id(action) for _, action in read.actions] == last.history
    broken = str(record).splitlines()
    broken[-3] = broken[-3].split(" ")[0] + " nonsense"
    with pytest.raises(ValueError, match="line"):
        Record.read("\n".join(broken) + "\n")


def test_rules_can_be_read(game: Game) -> None:
    assert game.rulebook().startswith("#") and game.rulebook("fr") != game.rulebook("en")
    with pytest.raises(KeyError):
        game.article("Z99")


def test_what_does_not_exist_is_said() -> None:
    with pytest.raises(KeyError, match="basik, expion, tactic"):
        Game("chess")
    with pytest.raises(ValueError, match="2 to 4 seats"):
        Game("basik", 5)
    with pytest.raises(ValueError, match="base, capture, passage"):
        Game("tactic", variant="other")
