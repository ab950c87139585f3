"""Learns a network from files of positions (docs/networks.md).

    python3 training/train.py --out NETWORK --hidden 64 --seconds 90 DATA...

A position is shown in a random one of the game's symmetries. The target is a mixture of how its game ended and what the
search saw; one position in fifty, those at the end of each file, is held out. Training goes on until the time or the passes are
over; cut off, the same command continues from OUT.state. Writes OUT, and OUT.floats: what the network said of the last
positions of the last file before it was rounded, for `ludotheque network check --floats`.

With PyTorch it runs on the GPU if there is one; without, a small one learns with numpy alone.
"""

import argparse
import datetime
import json
import os
import shlex
import struct
import sys
import time

import numpy as np

SECOND = 16
ONE, WEIGHT = 255, 256  # 1.0 between the layers; a weight of 1.0 above the first
HELD_OUT = 50
CHECKED = 2000


class Data:
    """The positions of some files: rows, bucket, what the search saw, what the evaluation said, how the games ended."""

    def __init__(self, paths):
        parts = [read(path) for path in paths]
        self.header = parts[0][0]
        if any(header != self.header for header, _, _ in parts):
            sys.exit('the files have positions of different kinds')
        self.symmetries = parts[0][1]
        cuts = [len(records) - len(records) // HELD_OUT for _, _, records in parts]
        self.train = np.concatenate([records[:cut] for (_, _, records), cut in zip(parts, cuts)])
        self.test = np.concatenate([records[cut:] for (_, _, records), cut in zip(parts, cuts)])
        self.last = parts[-1][2][-CHECKED:]


def read(path):
    with open(path, 'rb') as file:
        magic, length = struct.unpack('<8sI', file.read(12))
        if magic != b'ludodata':
            sys.exit(f'{path} is no file of positions')
        header = json.loads(file.read(length))
        count = header['symmetries'] * header['rows']
        symmetries = np.frombuffer(file.read(2 * count), '<u2').reshape(-1, header['rows'])
        begin = file.tell()
    slots, outputs = header['slots'], header['outputs']
    record = np.dtype([('rows', '<u2', slots), ('bucket', 'u1'), ('noisy', 'u1'), ('value', '<i2'), ('hand', '<i2'),
                       ('rewards', 'u1', outputs + outputs % 2)])
    assert record.itemsize == header['record']
    count = (os.path.getsize(path) - begin) // record.itemsize
    return header, symmetries, np.fromfile(path, record, count, offset=begin)


def targets(records, outputs, share):
    """What the network should say: for the seat to act the mixture, for the others how the game ended."""
    results = records['rewards'][:, :outputs].astype(np.float32) / 240
    mixed = results.copy()
    mixed[:, 0] = share * results[:, 0] + (1 - share) * sigmoid(records['value'].astype(np.float32) / 1000)
    return results, mixed


def sigmoid(x):
    return 1 / (1 + np.exp(-np.clip(x, -30, 30)))


def log_loss(logits, results):
    chances = np.clip(sigmoid(logits), 1e-6, 1 - 1e-6)
    return float(-(results * np.log(chances) + (1 - results) * np.log(1 - chances)).mean())


def best_scale(logits, results):
    """What the log-odds must be multiplied by to be true."""
    scales = np.linspace(0.5, 2.0, 151)
    return float(scales[np.argmin([log_loss(scale * logits, results) for scale in scales])])


def initial(rows, hidden, buckets, outputs, seed):
    random = np.random.default_rng(seed)
    normal = lambda *shape: random.standard_normal(shape).astype(np.float32)
    first = normal(rows + 1, hidden) * np.float32(0.1)
    first[rows] = 0  # what fills up a record
    return {
        'first': first,
        'first_bias': np.full(hidden, 0.3, np.float32),
        'second': np.repeat(normal(1, SECOND, hidden) * np.float32(1.5 / hidden**0.5), buckets, 0),
        'second_bias': np.full((buckets, SECOND), 0.2, np.float32),
        'last': np.repeat(normal(1, outputs, SECOND) * np.float32(2 / SECOND**0.5), buckets, 0),
        'last_bias': np.zeros((buckets, outputs), np.float32),
    }


def learn_with_torch(data, weights, settings, state):
    import torch
    import torch.nn.functional as F

    device = 'cuda' if torch.cuda.is_available() else 'cpu'
    torch.manual_seed(settings.seed)
    torch.set_float32_matmul_precision('high')
    header = data.header
    rows, outputs, buckets = header['rows'], header['outputs'], header['buckets']
    parameters = {name: torch.nn.Parameter(torch.tensor(value, device=device)) for name, value in weights.items()}
    optimizer = torch.optim.Adam(parameters.values(), lr=settings.rate, betas=(0.9, 0.99), fused=device == 'cuda')
    if state:
        optimizer.load_state_dict(state['optimizer'])
    tensor = lambda array: torch.from_numpy(np.ascontiguousarray(array)).to(device)
    symmetries = tensor(np.concatenate([data.symmetries, np.full((len(data.symmetries), 1), rows)], 1).astype(np.int16))
    seen = tensor(data.train['rows'].astype(np.int16))
    bucket = tensor(data.train['bucket'])
    _, mixed = targets(data.train, outputs, settings.share)
    mixed = tensor(mixed)
    leak = 0.01

    def clip(x):
        # A little slope outside keeps clipped neurons learning; it is switched off at the end.
        return x.clamp(0, 1) + leak * (x - x.clamp(0, 1))

    def forward(rows_of, bucket_of):
        hidden = F.embedding_bag(rows_of, parameters['first'], mode='sum', padding_idx=rows)
        hidden = clip(hidden + parameters['first_bias'])
        every = F.linear(hidden, parameters['second'].flatten(0, 1), parameters['second_bias'].flatten())
        bucket_of = bucket_of.long()
        second = every.view(-1, buckets, SECOND).gather(1, bucket_of.view(-1, 1, 1).expand(-1, 1, SECOND)).squeeze(1)
        every = torch.einsum('ns,bks->nbk', clip(second), parameters['last']) + parameters['last_bias']
        return every.gather(1, bucket_of.view(-1, 1, 1).expand(-1, 1, outputs)).squeeze(1)

    def ask(records):
        with torch.no_grad():
            parts = [forward(tensor(part['rows'].astype(np.int32)).int(), tensor(part['bucket']))
                     for part in np.array_split(records, max(1, len(records) // 65536))]
            return torch.cat(parts).cpu().numpy()

    count = len(seen)
    batch = settings.batch or (32768 if count > 1_000_000 else 4096)
    gone, done = (state['seconds'], state['passes']) if state else (0.0, 0.0)
    started, saved, step = time.time() - gone, time.time(), 0
    order, at = torch.randperm(count, device=device), 0
    while True:
        if step % 20 == 0:
            if device == 'cuda':
                torch.cuda.synchronize()
            gone = time.time() - started
            progress = max(gone / settings.seconds, done / settings.passes)
            for group in optimizer.param_groups:
                group['lr'] = settings.rate * min(1, (step + 20) / 200) * max(0.003, 0.5 * (1 + np.cos(np.pi * min(1, progress))))
            leak = 0.01 if progress < 0.7 else 0.0
            if progress >= 1:
                break
            if time.time() - saved > settings.save_every:
                saved = time.time()
                keep = {name: value.detach().cpu().numpy() for name, value in parameters.items()}
                torch.save({'weights': keep, 'optimizer': optimizer.state_dict(), 'seconds': gone, 'passes': done}, settings.out + '.state')
                print(f'{100 * progress:.0f} %, {settings.seconds - gone:.0f} s left at most', flush=True)
        if at + batch > count:
            order, at = torch.randperm(count, device=device), 0
        pick = order[at:at + batch]
        at += batch
        view = torch.randint(len(symmetries), (len(pick), 1), device=device)
        turned = symmetries.view(-1)[view * (rows + 1) + seen[pick].long()]
        loss = F.binary_cross_entropy_with_logits(forward(turned.int(), bucket[pick]), mixed[pick])
        optimizer.zero_grad(set_to_none=True)
        loss.backward()
        optimizer.step()
        step += 1
        done += len(pick) / count
    leak = 0.0
    print(f'{done:.1f} passes, {step} steps in {gone:.0f} s on {device}', flush=True)
    return {name: value.detach().cpu().numpy() for name, value in parameters.items()}, ask


def learn_with_numpy(data, weights, settings, _):
    header = data.header
    rows, outputs = header['rows'], header['outputs']
    random = np.random.default_rng(settings.seed)
    symmetries = np.concatenate([data.symmetries, np.full((len(data.symmetries), 1), rows)], 1)
    _, mixed = targets(data.train, outputs, settings.share)
    moments = {name: [np.zeros_like(value), np.zeros_like(value)] for name, value in weights.items()}

    def forward(rows_of, bucket):
        before = weights['first'][rows_of].sum(1) + weights['first_bias']
        hidden = before.clip(0, 1)
        middle = np.einsum('nh,nsh->ns', hidden, weights['second'][bucket]) + weights['second_bias'][bucket]
        second = middle.clip(0, 1)
        logits = np.einsum('ns,nks->nk', second, weights['last'][bucket]) + weights['last_bias'][bucket]
        return before, hidden, middle, second, logits

    def gradients(rows_of, bucket, wanted):
        before, hidden, middle, second, logits = forward(rows_of, bucket)
        slope = lambda x: np.where((x > 0) & (x < 1), 1, 0.01).astype(np.float32)
        found = {name: np.zeros_like(value) for name, value in weights.items()}
        up = (sigmoid(logits) - wanted) / wanted.size
        np.add.at(found['last'], bucket, np.einsum('nk,ns->nks', up, second))
        np.add.at(found['last_bias'], bucket, up)
        up = np.einsum('nk,nks->ns', up, weights['last'][bucket]) * slope(middle)
        np.add.at(found['second'], bucket, np.einsum('ns,nh->nsh', up, hidden))
        np.add.at(found['second_bias'], bucket, up)
        up = np.einsum('ns,nsh->nh', up, weights['second'][bucket]) * slope(before)
        np.add.at(found['first'], rows_of, up[:, None, :])
        found['first'][rows] = 0
        found['first_bias'] = up.sum(0)
        return found

    count, batch = len(data.train), settings.batch or 256
    started, step, done = time.time(), 0, 0.0
    while max((time.time() - started) / settings.seconds, done / settings.passes) < 1:
        pick = random.integers(count, size=batch)
        view = random.integers(len(symmetries), size=(batch, 1))
        records = data.train[pick]
        found = gradients(symmetries[view, records['rows']], records['bucket'], mixed[pick])
        step += 1
        done += batch / count
        rate = settings.rate * (1 - 0.9**step) * max(0.05, 1 - done / settings.passes)
        for name, value in weights.items():
            first, second = moments[name]
            first += 0.1 * (found[name] - first)
            second += 0.01 * (found[name] ** 2 - second)
            value -= rate * first / (1 - 0.9**step) / (np.sqrt(second / (1 - 0.99**step)) + 1e-8)
    print(f'{done:.1f} passes, {step} steps with numpy', flush=True)
    return weights, lambda records: forward(records['rows'], records['bucket'])[4]


def checksum(data):
    total = 0xCBF29CE484222325
    for byte in data:
        total = (total ^ byte) * 0x100000001B3 & 0xFFFFFFFFFFFFFFFF
    return total


def write(path, header, weights, scale, provenance):
    """The file of a network: crates/search/src/network/file.rs has its format."""
    whole = lambda x, by, most, kind: (np.asarray(x, np.float64) * by).round().clip(-most, most).astype(kind).tobytes()
    rows, hidden = header['rows'], weights['first'].shape[1]
    buckets, outputs = header['buckets'], header['outputs']
    # Every position has one of these rows, so that they carry the biases of the first layer.
    first = weights['first'][:rows].copy()
    first[header_bias_rows(header)] += weights['first_bias']
    parts = [b'ludonet\x01', struct.pack('<4I', rows, hidden, buckets, outputs)]
    for text in (header['inputs'], provenance):
        parts.append(struct.pack('<H', len(text.encode())) + text.encode())
    parts.append(whole(first, ONE, 32767, '<i2'))
    for bucket in range(buckets):
        parts.append(whole(weights['second'][bucket], WEIGHT, 32767, '<i2'))
        parts.append(whole(weights['second_bias'][bucket], ONE * WEIGHT, 1 << 28, '<i4'))
        parts.append(whole(scale * weights['last'][bucket], WEIGHT, 32767, '<i2'))
        parts.append(whole(scale * weights['last_bias'][bucket], ONE * WEIGHT, 1 << 28, '<i4'))
    body = b''.join(parts)
    with open(path + '.part', 'wb') as file:
        file.write(body + struct.pack('<Q', checksum(body)))
    os.replace(path + '.part', path)


def header_bias_rows(header):
    first, count = header['every']
    return slice(first, first + count)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('data', nargs='+')
    parser.add_argument('--out', required=True)
    parser.add_argument('--hidden', type=int, default=64, help='neurons of the first layer, a multiple of 64')
    parser.add_argument('--seconds', type=float, default=90)
    parser.add_argument('--passes', type=float, default=40, help='stop after so many passes through the data')
    parser.add_argument('--share', type=float, default=0.5, help='how much the result counts, against what the search saw')
    parser.add_argument('--rate', type=float, default=2e-3)
    parser.add_argument('--batch', type=int)
    parser.add_argument('--seed', type=int, default=1)
    parser.add_argument('--save-every', type=float, default=30, help='seconds between two states to continue from')
    parser.add_argument('--note', default='', help='for the provenance: how the data was made')
    parser.add_argument('--numpy', action='store_true', help='do without PyTorch')
    settings = parser.parse_args()
    data = Data(settings.data)
    header = data.header
    outputs = header['outputs']
    print(f'{header["inputs"]}: {len(data.train)} positions, {len(data.test)} held out', flush=True)
    state = None
    weights = initial(header['rows'], settings.hidden, header['buckets'], outputs, settings.seed)
    if settings.numpy:
        weights, ask = learn_with_numpy(data, weights, settings, None)
    else:
        import torch
        if os.path.exists(settings.out + '.state'):
            state = torch.load(settings.out + '.state', weights_only=False)
            weights = state['weights']
        weights, ask = learn_with_torch(data, weights, settings, state)
    results, mixed = targets(data.test, outputs, settings.share)
    logits = ask(data.test)
    scale = best_scale(logits, results)
    print(f'held out: loss {log_loss(scale * logits, results):.4f}, of the search '
          f'{log_loss(data.test["value"] / 1000, results[:, 0]):.4f}, of the evaluation {log_loss(data.test["hand"] / 1000, results[:, 0]):.4f}, '
          f'for the seat to act {log_loss(scale * logits[:, 0], results[:, 0]):.4f}; log-odds times {scale:.2f}', flush=True)
    words = [os.path.basename(word) if os.path.exists(word) or word == settings.out else word for word in sys.argv[1:]]
    provenance = (f'{shlex.join(["training/train.py", *words])}\n{len(data.train)} positions; {settings.note}\n'
                  f'seed {settings.seed}, {datetime.date.today().isoformat()}')
    write(settings.out, header, weights, scale, provenance)
    (scale * ask(data.last)).astype('<f4').tofile(settings.out + '.floats')
    if os.path.exists(settings.out + '.state'):
        os.remove(settings.out + '.state')


if __name__ == '__main__':
    main()
