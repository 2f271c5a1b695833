import { partsOf } from '../../../../engines/formats/package-parts.ts'
import { builtInFormat, formatOfCode, type CellFormat } from './_cell-formats.ts'
import { sheetOf, type Sheet } from './_xlsx-sheet.ts'
import { parseXml, textCollector, unescaped, unreadable } from './_xlsx-xml.ts'

/** A workbook of ECMA-376, read cell by cell, so that each stored value is kept. */

export interface Workbook {
  /** Sheets with cells, hidden ones too, in the order of the tabs. */
  readonly names: readonly string[]
  sheet(name: string): Sheet
}

const SHEETS_MAX = 2_000

export function readWorkbook(file: Uint8Array, cellsMax: number): Workbook {
  const part = (name: string): string | undefined => {
    const bytes = partsOf(file, (one) => one === name).get(name)
    return bytes && new TextDecoder().decode(bytes)
  }
  const [place = 'xl/workbook.xml'] = targets(part, '', '_rels/.rels', 'officeDocument').values()
  const text = part(place)
  if (text === undefined) throw unreadable('it holds no workbook')
  const folder = place.replace(/[^/]*$/, '')
  const relations = `${folder}_rels/${place.slice(folder.length)}.rels`
  const { is1904, sheets } = bookOf(text)
  const paths = targets(part, folder, relations, 'worksheet')
  const tabs = sheets.filter(({ id }) => paths.has(id)).slice(0, SHEETS_MAX)
  const first = (type: string): string | undefined => {
    const [path] = targets(part, folder, relations, type).values()
    return path === undefined ? undefined : part(path)
  }
  return {
    names: tabs.map(({ name }) => name),
    sheet(wanted) {
      const tab = tabs.find(({ name }) => name === wanted)
      const xml = part(paths.get(tab?.id ?? '') ?? '')
      if (xml === undefined) throw unreadable(`the part of the sheet ${wanted} is missing`)
      const formats = formatsOf(first('styles'))
      return sheetOf(xml, { strings: stringsOf(first('sharedStrings')), formats, is1904, cellsMax })
    },
  }
}

type PartText = (name: string) => string | undefined

/** Paths of the related parts of a type, by id; addresses are relative to the folder. */
function targets(
  part: PartText,
  folder: string,
  name: string,
  type: string,
): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  parseXml(part(name) ?? '<none/>', {
    open(tag, { Id: id = '', Type: is = '', Target: target = '' }) {
      if (tag !== 'Relationship' || !is.endsWith(`/${type}`)) return
      const path = URL.canParse(target, `x:/${folder}`) && new URL(target, `x:/${folder}`).pathname
      if (path) found.set(id, unescapedPath(path.slice(1)))
    },
  })
  return found
}

function unescapedPath(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

function bookOf(xml: string) {
  let is1904 = false
  const sheets: { readonly name: string; readonly id: string }[] = []
  parseXml(xml, {
    open(tag, { date1904, name, id }) {
      if (tag === 'workbookPr') is1904 = date1904 === '1' || date1904 === 'true'
      if (tag === 'sheet' && name !== undefined && id !== undefined)
        sheets.push({ name: unescaped(name), id })
    },
  })
  return { is1904, sheets }
}

/** The format of each style that a cell can name. */
function formatsOf(xml = '<none/>'): readonly CellFormat[] {
  const codes = new Map<string, CellFormat>()
  const formats: CellFormat[] = []
  let isOfCells = false
  parseXml(xml, {
    open(tag, { numFmtId = '0', formatCode = '' }) {
      if (tag === 'cellXfs') isOfCells = true
      if (tag === 'numFmt') codes.set(numFmtId, formatOfCode(formatCode))
      if (tag === 'xf' && isOfCells)
        formats.push(codes.get(numFmtId) ?? builtInFormat(Number(numFmtId)))
    },
    close(tag) {
      if (tag === 'cellXfs') isOfCells = false
    },
  })
  return formats
}

function stringsOf(xml = '<none/>'): readonly string[] {
  const strings: string[] = []
  const text = textCollector()
  parseXml(xml, {
    open(tag) {
      if (tag === 'si') text.begin()
      text.open(tag)
    },
    close(tag) {
      text.close(tag)
      if (tag === 'si') strings.push(text.end())
    },
    text: text.add,
  })
  return strings
}
