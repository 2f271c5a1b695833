/** A section of the CFR, read from its XML. */
export interface Section {
  readonly heading: string | null
  readonly text: string
  readonly notes: readonly string[]
}

/** Elements whose text is a paragraph of its own. */
const NOTES = new Set([
  'CITA',
  'SECAUTH',
  'EDNOTE',
  'EFFDNOT',
  'CROSSREF',
  'FTNT',
  'APPRO',
  'SOURCE',
])
const BLOCKS = new Set(['P', 'FP', 'HD1', 'HD2', 'HD3', 'TR', 'LI', 'MATH', 'PSPACE', 'DIV', 'HED'])

const squeezed = (text: string): string => text.replaceAll(/\s+/g, ' ').trim()

/** Null where it holds no section. */
export async function readSection(xml: string): Promise<Section | null> {
  const { Parser } = await import('htmlparser2')
  const paragraphs: string[] = []
  const notes: string[] = []
  const path: string[] = []
  let heading: string | null = null
  let isSection = false
  let buffer = ''
  const flush = (): void => {
    const text = squeezed(buffer)
    buffer = ''
    if (text === '') return
    if (path.some((name) => NOTES.has(name))) notes.push(text)
    else if (path.at(-1) === 'HEAD' && heading === null) heading = text
    else paragraphs.push(text)
  }
  const ends = (name: string): boolean => BLOCKS.has(name) || name === 'HEAD' || NOTES.has(name)
  const parser = new Parser(
    {
      onopentag(name, { TYPE }) {
        if (/^DIV\d$/.test(name)) isSection ||= TYPE === 'SECTION' || TYPE === 'APPENDIX'
        if (ends(name)) flush()
        path.push(name)
        if (name === 'TD' || name === 'TH') buffer += ' | '
      },
      ontext(text) {
        buffer += text
      },
      onclosetag(name) {
        if (ends(name)) flush()
        path.pop()
      },
    },
    { xmlMode: true, decodeEntities: true },
  )
  parser.end(xml)
  flush()
  return isSection ? { heading, text: paragraphs.join('\n\n'), notes } : null
}
