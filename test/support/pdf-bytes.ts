/** PDFs written by hand, so that tests can say what no library would write. */
export type Part = string | { readonly dict: string; readonly data: Uint8Array | string }

const HEAD = Buffer.from('%PDF-1.7\n')

interface Body {
  readonly bytes: Buffer
  /** Where each object begins. */
  readonly offsets: readonly number[]
}

const objectOf = (number: number, part: Part): Buffer => {
  if (typeof part === 'string') return Buffer.from(`${number} 0 obj\n${part}\nendobj\n`)
  const data = Buffer.from(part.data)
  const head = `${number} 0 obj\n<< /Length ${data.length} ${part.dict} >>\nstream\n`
  return Buffer.concat([Buffer.from(head), data, Buffer.from('\nendstream\nendobj\n')])
}

function bodyOf(numbered: readonly (readonly [number: number, part: Part])[]): Body {
  const offsets: number[] = []
  const bytes = numbered.reduce((written, [number, part]) => {
    offsets.push(written.length)
    return Buffer.concat([written, objectOf(number, part)])
  }, HEAD)
  return { bytes, offsets }
}

/** Objects 1, 2, … with a table of where they are; object 1 is the catalog. */
export function pdfOfParts(parts: readonly Part[], trailer = ''): Buffer {
  const { bytes, offsets } = bodyOf(parts.map((part, at) => [at + 1, part]))
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`)
  const end = [
    `xref\n0 ${parts.length + 1}\n0000000000 65535 f \n${rows.join('')}`,
    `trailer\n<< /Size ${parts.length + 1} /Root 1 0 R ${trailer} >>\n`,
    `startxref\n${bytes.length}\n%%EOF\n`,
  ]
  return Buffer.concat([bytes, Buffer.from(end.join(''))])
}

/** One page that says so much, by these operators of its content. */
export const pageParts = (content: string, catalog = ''): readonly Part[] => [
  `<< /Type /Catalog /Pages 2 0 R ${catalog} >>`,
  '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
  `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 300] /Contents 4 0 R
      /Resources << /Font << /F 5 0 R >> >> >>`,
  { dict: '', data: content },
  '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
]

export const saying = (text: string): string => `BT /F 12 Tf 50 200 Td (${text}) Tj ET`

/** The same page as modern files are: objects inside of a stream, and so is their table. */
export function pdfOfStreams(content: string): Buffer {
  const parts = pageParts(content)
  const packed = parts.flatMap((part, at) =>
    typeof part === 'string' ? [[at + 1, part] as const] : [],
  )
  const texts = packed.map(([, text]) => `${text} `)
  const places = packed.map(([number], at) => `${number} ${texts.slice(0, at).join('').length}`)
  const index = `${places.join(' ')} `
  const dict = `/Type /ObjStm /N ${packed.length} /First ${index.length}`
  const { bytes, offsets } = bodyOf([
    [4, parts[3]!],
    [6, { dict, data: index + texts.join('') }],
  ])
  const packedRows = new Map(packed.map(([number], at) => [number, [2, 6, at]] as const))
  const rows = [0, 1, 2, 3, 4, 5, 6, 7].map((number) => {
    if (number === 0) return [0, 0, 0]
    if (number === 4) return [1, offsets[0]!, 0]
    if (number === 6) return [1, offsets[1]!, 0]
    return packedRows.get(number) ?? [1, bytes.length, 0]
  })
  const table = Buffer.concat(
    rows.map(([kind = 0, value = 0, at = 0]) => {
      const row = Buffer.alloc(6)
      row.writeUInt8(kind, 0)
      row.writeUInt32BE(value, 1)
      row.writeUInt8(at, 5)
      return row
    }),
  )
  const xref = { dict: '/Type /XRef /Size 8 /W [1 4 1] /Root 1 0 R', data: table }
  const end = Buffer.from(`startxref\n${bytes.length}\n%%EOF\n`)
  return Buffer.concat([bytes, objectOf(7, xref), end])
}
