import { badInput } from '../../../../base/core/fault.ts'
import type { PackageParts } from '../../../../engines/formats/package-parts.ts'
import { ownText, tidy, type AnyNode } from './_html-text.ts'
import { SECTIONS_MAX, xmlPart, type OfficeText, type Section } from './_office.ts'

const nameOf = (node: AnyNode): string => ('name' in node ? node.name : '')
const inside = (node: AnyNode): readonly AnyNode[] => ('children' in node ? node.children : [])

/** Text, presentation or sheets of OpenDocument. */
export function readOpenDocument(parts: PackageParts): OfficeText {
  const $ = xmlPart(parts, 'content.xml')
  if (!$) throw badInput('file: is not a readable OpenDocument file')
  const title = xmlPart(parts, 'meta.xml')?.('dc\\:title').text().trim() ?? ''
  const pages = $('draw\\:page').toArray()
  const sheets = $('office\\:spreadsheet > table\\:table').toArray()
  const parted = [...pages, ...sheets].slice(0, SECTIONS_MAX)
  if (parted.length > 0)
    return {
      title,
      sections: parted.map((part) => {
        const name = part.attribs['draw:name'] ?? part.attribs['table:name'] ?? ''
        return { title: name, text: openText(part) }
      }),
    }
  return { title, sections: byHeading($('office\\:text').toArray().flatMap(inside)) }
}

function byHeading(nodes: readonly AnyNode[]): readonly Section[] {
  const sections: { title: string; text: string[] }[] = [{ title: '', text: [] }]
  for (const node of nodes) {
    const text = openText(node)
    const level = 'attribs' in node ? node.attribs['text:outline-level'] : undefined
    if (nameOf(node) === 'text:h' && (level ?? '1') === '1')
      sections.push({ title: text, text: [text] })
    else sections.at(-1)?.text.push(text)
  }
  return sections
    .map(({ title, text }) => ({ title, text: tidy(text.filter((one) => one !== '').join('\n')) }))
    .filter(({ text }) => text !== '')
}

const OPEN_SILENT = new Set([
  'office:annotation',
  'text:tracked-changes',
  'text:sequence-decls',
  'office:forms',
  'presentation:settings',
  'text:note-citation',
  'text:note-citation',
  'svg:title',
  'svg:desc',
  'table:shapes',
])
const REPEATS_MAX = 1_000

function openText(root: AnyNode): string {
  const pieces: string[] = []
  const walk = (node: AnyNode): void => {
    const text = ownText(node)
    if (text !== null) return void pieces.push(text)
    const name = nameOf(node)
    const attributes = 'attribs' in node ? node.attribs : {}
    if (OPEN_SILENT.has(name)) return
    if (name === 'text:s')
      pieces.push(' '.repeat(Math.min(REPEATS_MAX, Number(attributes['text:c'] ?? 1))))
    if (name === 'text:tab') pieces.push('\t')
    if (name === 'text:line-break') pieces.push('\n')
    if (name === 'table:table-row') return row(node)
    if (name === 'text:note')
      return void pieces.push(` [${inside(node).map(openText).join('').trim()}] `)
    for (const child of inside(node)) walk(child)
    if (name === 'text:p' || name === 'text:h') pieces.push('\n')
  }
  const row = (node: AnyNode): void => {
    const cells = inside(node)
      .filter((cell) => /^table:(?:covered-)?table-cell$/.test(nameOf(cell)))
      .flatMap((cell) => {
        const { 'table:number-columns-repeated': times = '1' } =
          'attribs' in cell ? cell.attribs : {}
        const text = inside(cell)
          .map(openText)
          .filter((one) => one !== '')
          .join(' ')
          .replaceAll(/[\t\n]+/g, ' ')
        return Array.from(
          {
            length:
              text === '' ? Math.min(Number(times), 64) : Math.min(Number(times), REPEATS_MAX),
          },
          () => text,
        )
      })
    const line = cells.join('\t').replace(/\t+$/, '')
    if (line !== '') pieces.push(`${line}\n`)
  }
  walk(root)
  return pieces
    .join('')
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')
    .trim()
}
