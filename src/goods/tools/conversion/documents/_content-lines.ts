/** Lines of iCalendar and vCard: folding and escapes (RFC 5545, RFC 6350). */

export interface ContentLine {
  readonly name: string
  readonly parameters: ReadonlyMap<string, string>
  readonly value: string
}

const LINE_BYTES_MAX = 75

export function contentLines(text: string): readonly ContentLine[] {
  const unfolded = text.replace(/^\uFEFF/, '').replaceAll(/(?:\r\n|\n|\r)[ \t]/g, '')
  const lines: ContentLine[] = []
  const raw = unfolded.split(/\r\n|\n|\r/)
  for (let at = 0; at < raw.length; at += 1) {
    let line = raw[at] ?? ''
    // In vCard 2.1, quoted-printable text continues after a = at the end of the line.
    while (/QUOTED-PRINTABLE/i.test(line) && line.endsWith('=') && at + 1 < raw.length) {
      at += 1
      line = line.slice(0, -1) + (raw[at] ?? '')
    }
    const read = contentLine(line)
    if (read) lines.push(read)
  }
  return lines
}

function contentLine(line: string): ContentLine | null {
  const [all, name = ''] = /^(?:[A-Za-z0-9-]+\.)?([A-Za-z0-9-]+)(?=[;:])/.exec(line) ?? []
  if (all === undefined) return null
  const parameters = new Map<string, string>()
  let at = all.length
  while (line[at] === ';') {
    const [part, key = '', value = ''] =
      /^;([A-Za-z0-9-]+)(?:=((?:"[^"]*"|[^";:])*))?/.exec(line.slice(at)) ?? []
    if (part === undefined) return null
    const bare = value.replaceAll('"', '')
    const before = parameters.get(key.toUpperCase())
    parameters.set(key.toUpperCase(), before === undefined ? bare : `${before},${bare}`)
    at += part.length
  }
  return line[at] === ':'
    ? { name: name.toUpperCase(), parameters, value: line.slice(at + 1) }
    : null
}

export const unescapedText = (value: string): string =>
  value.replaceAll(/\\([\s\S])/g, (_all, mark: string) => (/n/i.test(mark) ? '\n' : mark))

export const escapedText = (value: string): string =>
  value
    .replaceAll(/[\\;,]/g, '\\$&')
    .replaceAll(/\r\n|\n|\r/g, '\\n')
    .replaceAll(/\p{Cc}/gu, '')

/** The parts between unescaped separators; escapes stay. */
export function partsAt(value: string, mark: ';' | ','): readonly string[] {
  const parts = ['']
  for (const [piece] of value.matchAll(/\\[\s\S]|[\s\S]/g)) {
    if (piece === mark) parts.push('')
    else parts[parts.length - 1] += piece
  }
  return parts
}

/** At most 75 bytes per line; no character is split. */
export function folded(line: string): string {
  if (Buffer.byteLength(line) <= LINE_BYTES_MAX) return `${line}\r\n`
  const pieces: string[] = []
  let piece = ''
  let bytes = 0
  for (const { segment } of new Intl.Segmenter('en').segment(line)) {
    const size = Buffer.byteLength(segment)
    if (bytes + size > LINE_BYTES_MAX) {
      pieces.push(piece)
      piece = ''
      bytes = 1
    }
    piece += segment
    bytes += size
  }
  return `${[...pieces, piece].join('\r\n ')}\r\n`
}

/** The value of a parameter, in quotes if it needs them. */
export const parameterValue = (value: string): string => {
  const bare = value.replaceAll(/["\p{Cc}]/gu, "'")
  return /[;:,]/.test(bare) ? `"${bare}"` : bare
}
