"""The notebooks run, with fewer games than their readers would play; the one that trains, where PyTorch is installed."""

import importlib.util
from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient

HAS_TORCH = importlib.util.find_spec("torch") is not None


def notebooks() -> list[Path]:
    """Those that can run here: `make notebooks` installs what all of them need."""
    found = sorted((Path(__file__).parents[1] / "notebooks").glob("*.ipynb"))
    return [path for path in found if HAS_TORCH or "import torch" not in path.read_text()]


@pytest.mark.parametrize("path", notebooks(), ids=lambda path: path.stem)
def test_a_notebook_runs(path: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("GAMES", "1000")
    monkeypatch.setenv("MINUTES", "0.05")
    notebook = nbformat.read(path, as_version=4)
    NotebookClient(notebook, timeout=300, resources={"metadata": {"path": str(tmp_path)}}).execute()
    assert any(cell.get("outputs") for cell in notebook.cells)
