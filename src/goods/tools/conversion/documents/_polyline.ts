/** Encoded polylines: latitude before longitude, five decimals, differences in base 64. */

const FACTOR = 1e5

/** Pairs of latitude and longitude; null if the text ends inside a pair. */
export function decodePolyline(
  text: string,
): readonly (readonly [lat: number, lon: number])[] | null {
  const pairs: [number, number][] = []
  let at = 0
  let [lat, lon] = [0, 0]
  while (at < text.length) {
    const [dLat, dLon] = [next(), next()]
    if (dLat === null || dLon === null) return null
    lat += dLat
    lon += dLon
    pairs.push([lat / FACTOR, lon / FACTOR])
  }
  return pairs

  function next(): number | null {
    let value = 0
    for (let shift = 0; shift < 35; shift += 5) {
      const code = text.charCodeAt(at) - 63
      if (Number.isNaN(code) || code < 0) return null
      at += 1
      value += (code & 0x1f) * 2 ** shift
      if (code < 0x20) return value % 2 === 1 ? -(value + 1) / 2 : value / 2
    }
    return null
  }
}

export function encodePolyline(pairs: readonly (readonly [lat: number, lon: number])[]): string {
  let before = [0, 0]
  return pairs
    .map((pair) => {
      const now = pair.map((degrees) => Math.round(degrees * FACTOR))
      const text = now.map((value, at) => encoded(value - (before[at] ?? 0))).join('')
      before = now
      return text
    })
    .join('')
}

function encoded(value: number): string {
  let rest = value < 0 ? -value * 2 - 1 : value * 2
  let text = ''
  while (rest >= 0x20) {
    text += String.fromCharCode((0x20 | (rest % 0x20)) + 63)
    rest = Math.floor(rest / 0x20)
  }
  return text + String.fromCharCode(rest + 63)
}
