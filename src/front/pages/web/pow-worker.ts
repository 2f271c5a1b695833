// Finds a nonce for which sha256(challenge + ":" + nonce) begins with `difficulty` zero bits. The
// blocks before the nonce are hashed once, so each try hashes one or two blocks.
import type { Puzzle, WorkerNews } from './pay.ts'

const K = new Int32Array(64)
const H = new Int32Array(8)
const fraction = (x: number): number => ((x - Math.floor(x)) * 4294967296) | 0
{
  for (let n = 2, c = 0; c < 64; n++) {
    let prime = true
    for (let d = 2; d * d <= n; d++) if (n % d === 0) prime = false
    if (!prime) continue
    if (c < 8) H[c] = fraction(Math.sqrt(n))
    K[c++] = fraction(Math.cbrt(n))
  }
}
const W = new Int32Array(64)
const S = new Int32Array(8)

function block(view: DataView, at: number): void {
  for (let i = 0; i < 16; i++) W[i] = view.getInt32(at + i * 4)
  for (let i = 16; i < 64; i++) {
    const x = W[i - 15]!
    const y = W[i - 2]!
    W[i] =
      (W[i - 16]! +
        (((x >>> 7) | (x << 25)) ^ ((x >>> 18) | (x << 14)) ^ (x >>> 3)) +
        W[i - 7]! +
        (((y >>> 17) | (y << 15)) ^ ((y >>> 19) | (y << 13)) ^ (y >>> 10))) |
      0
  }
  let a = S[0]!,
    b = S[1]!,
    c = S[2]!,
    d = S[3]!,
    e = S[4]!,
    f = S[5]!,
    g = S[6]!,
    h = S[7]!
  for (let i = 0; i < 64; i++) {
    const t =
      (h +
        (((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7))) +
        ((e & f) ^ (~e & g)) +
        K[i]! +
        W[i]!) |
      0
    const u =
      ((((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10))) +
        ((a & b) ^ (a & c) ^ (b & c))) |
      0
    h = g
    g = f
    f = e
    e = (d + t) | 0
    d = c
    c = b
    b = a
    a = (t + u) | 0
  }
  S[0]! += a
  S[1]! += b
  S[2]! += c
  S[3]! += d
  S[4]! += e
  S[5]! += f
  S[6]! += g
  S[7]! += h
}

const tell = (news: WorkerNews): void => self.postMessage(news)

function solve({ challenge, difficulty }: Puzzle): void {
  const prefix = new TextEncoder().encode(`${challenge}:`)
  const whole = prefix.length >> 6
  const bytes = new Uint8Array(256)
  const view = new DataView(bytes.buffer)
  S.set(H)
  const head = new DataView(prefix.buffer)
  for (let i = 0; i < whole; i++) block(head, i * 64)
  const middle = S.slice()
  const tail = prefix.subarray(whole * 64)
  bytes.set(tail)
  for (let nonce = 0; ; nonce++) {
    const digits = String(nonce)
    const end = tail.length + digits.length
    for (let i = 0; i < digits.length; i++) bytes[tail.length + i] = digits.charCodeAt(i)
    const blocks = (end + 72) >> 6
    bytes.fill(0, end, blocks * 64)
    bytes[end] = 0x80
    view.setUint32(blocks * 64 - 4, (prefix.length + digits.length) * 8)
    S.set(middle)
    for (let i = 0; i < blocks; i++) block(view, i * 64)
    if (
      Math.clz32(S[0]!) >= Math.min(32, difficulty) &&
      (difficulty <= 32 || Math.clz32(S[1]!) >= difficulty - 32)
    )
      return tell({ nonce: digits })
    if ((nonce & 0x3fff) === 0x3fff) tell({ tried: nonce })
  }
}

self.addEventListener('message', ({ data }: MessageEvent<Puzzle>) => solve(data))
