/** Bytes that are valid UTF-8 beyond ASCII, each as a character of Latin-1. */
const UTF8_AS_LATIN1 = new RegExp(
  '(?:' +
    [
      '[\u00c2-\u00df][\u0080-\u00bf]',
      '\u00e0[\u00a0-\u00bf][\u0080-\u00bf]',
      '[\u00e1-\u00ec\u00ee\u00ef][\u0080-\u00bf]{2}',
      '\u00ed[\u0080-\u009f][\u0080-\u00bf]',
      '\u00f0[\u0090-\u00bf][\u0080-\u00bf]{2}',
      '[\u00f1-\u00f3][\u0080-\u00bf]{3}',
      '\u00f4[\u0080-\u008f][\u0080-\u00bf]{2}',
    ].join('|') +
    '){1,1000}',
  'g',
)

/** By code unit, the byte of windows-1252 or Latin-1; 0 for the many that neither has. */
const BYTES = bytesByCodeUnit()

function bytesByCodeUnit(): Uint8Array {
  const bytes = new Uint8Array(0x10000)
  for (let byte = 1; byte < 0x100; byte += 1) {
    bytes[byte] = byte
    bytes[new TextDecoder('windows-1252').decode(Uint8Array.of(byte)).charCodeAt(0)] = byte
  }
  return bytes
}

const ROUNDS_MAX = 4

/** Undoes, as often as it helps, the reading of UTF-8 as windows-1252. Everything else stays. */
export function mended(text: string): string {
  let best = text
  for (let round = 0; round < ROUNDS_MAX; round += 1) {
    const next = mendedOnce(best)
    if (next === best) break
    best = next
  }
  return best
}

function mendedOnce(text: string): string {
  const bytes = Buffer.alloc(text.length)
  for (let at = 0; at < text.length; at += 1) bytes[at] = BYTES[text.charCodeAt(at)]!
  let result = ''
  let done = 0
  for (const { 0: run, index } of bytes.toString('latin1').matchAll(UTF8_AS_LATIN1)) {
    result += text.slice(done, index) + bytes.toString('utf8', index, index + run.length)
    done = index + run.length
  }
  return result + text.slice(done)
}
