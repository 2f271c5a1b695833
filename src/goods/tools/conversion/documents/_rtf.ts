import { badInput } from '../../../../base/core/fault.ts'
import { tidy } from './_html-text.ts'

/** Text of Rich Text Format: the visible text of groups and control words; nothing is loaded. */

const DEPTH_MAX = 500

/** Groups without text of the document. */
const SILENT = new Set(
  'fonttbl colortbl stylesheet listtable listoverridetable rsidtbl generator pict object header headerl headerr headerf footer footerl footerr footerf fldinst datafield themedata colorschememapping latentstyles datastore xmlnstbl mmathPr revtbl bkmkstart bkmkend filetbl nonshppict comment annotation atnid atnauthor'.split(
    ' ',
  ),
)
const INFO = new Set(
  'info author operator keywords doccomm subject manager company category'.split(' '),
)

const SHOWN: Readonly<Record<string, string>> = {
  par: '\n',
  line: '\n',
  sect: '\n',
  page: '\n',
  row: '\n',
  cell: '\t',
  nestcell: '\t',
  nestrow: '\n',
  tab: '\t',
  emdash: '—',
  endash: '–',
  bullet: '•',
  lquote: '‘',
  rquote: '’',
  ldblquote: '“',
  rdblquote: '”',
  emspace: ' ',
  enspace: ' ',
}

interface Group {
  readonly isSilent: boolean
  readonly isTitle: boolean
  /** Number of replacement characters after a character that is given by number. */
  readonly fallback: number
}

export function readRtf(bytes: Buffer): { readonly title: string; readonly text: string } {
  const source = bytes.toString('latin1')
  const decoder = decoderOf(/\\ansicpg(\d+)/.exec(source.slice(0, 1_000))?.[1])
  const pieces = { text: [] as string[], title: [] as string[] }
  const groups: Group[] = []
  let group: Group = { isSilent: false, isTitle: false, fallback: 1 }
  let skip = 0
  let pending: number[] = []
  const token =
    /\\'([0-9a-fA-F]{2})|\\([a-zA-Z]{1,32})(-?\d{1,10})? ?|\\([\s\S])|([{}])|[\r\n]+|[^\\{}\r\n]+/g

  const flush = () => {
    if (pending.length === 0) return
    put(decoder.decode(Uint8Array.from(pending)))
    pending = []
  }
  const put = (text: string) => {
    if (group.isTitle) pieces.title.push(text)
    else if (!group.isSilent) pieces.text.push(text)
  }
  const plain = (text: string) => {
    flush()
    const from = Math.min(skip, text.length)
    skip -= from
    put(text.slice(from))
  }

  for (const [all = '', hex, word, number, mark, brace] of source.matchAll(token)) {
    if (hex !== undefined) {
      if (skip > 0) skip -= 1
      else pending.push(Number.parseInt(hex, 16))
      continue
    }
    if (/^[\r\n]+$/.test(all)) continue
    if (brace !== undefined) {
      flush()
      skip = 0
      if (brace === '{') groups.push(group)
      else group = groups.pop() ?? group
      if (groups.length > DEPTH_MAX)
        throw badInput(`file: is nested deeper than ${DEPTH_MAX} groups`)
      continue
    }
    if (word === undefined && mark === undefined) {
      plain(all)
      continue
    }
    flush()
    if (mark !== undefined) symbol(mark)
    else control(word ?? '', number === undefined ? undefined : Number(number))
  }
  flush()
  const text = tidy(pieces.text.join('')).replaceAll(/\t(?=\n|$)/g, '')
  return { title: pieces.title.join('').trim(), text }

  function symbol(mark: string): void {
    if (mark === '*') group = { ...group, isSilent: true }
    else if (mark === '~') put('\u00A0')
    else if (mark === '_') put('-')
    else if (mark === '\n' || mark === '\r') put('\n')
    else if ('\\{}'.includes(mark)) plain(mark)
  }

  function control(word: string, number: number | undefined): void {
    if (word === 'u' && number !== undefined) {
      put(String.fromCharCode(number < 0 ? number + 65_536 : number))
      skip = group.fallback
    } else if (word === 'uc') group = { ...group, fallback: Math.max(0, number ?? 1) }
    else if (word === 'bin') throw badInput('file: holds raw binary data, which is not read')
    else if (word === 'title') group = { ...group, isTitle: true }
    else if (word === 'fldrslt') group = { ...group, isSilent: false }
    else if (word === 'footnote') {
      group = { ...group, isSilent: false }
      put(' ')
    } else if (SILENT.has(word) || INFO.has(word)) group = { ...group, isSilent: true }
    else put(SHOWN[word] ?? '')
  }
}

function decoderOf(page: string | undefined): InstanceType<typeof TextDecoder> {
  const label =
    page === '65001'
      ? 'utf-8'
      : page === '932'
        ? 'shift_jis'
        : page === '936'
          ? 'gbk'
          : page === '949'
            ? 'euc-kr'
            : page === '950'
              ? 'big5'
              : `windows-${page ?? 1252}`
  try {
    return new TextDecoder(label)
  } catch {
    return new TextDecoder('windows-1252')
  }
}
