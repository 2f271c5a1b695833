import { Parser } from 'htmlparser2'
import { badInput } from '../../../../base/core/fault.ts'

/** The XML of a workbook as events, without prefixes of namespaces. */

export type Attributes = Readonly<Record<string, string | undefined>>

interface Handlers {
  open(name: string, attributes: Attributes): void
  close?(name: string): void
  text?(text: string): void
}

export const unreadable = (why: string) =>
  badInput(`file: is not a readable .xlsx workbook: ${why}`)

const local = (name: string): string => name.slice(name.indexOf(':') + 1)

export function parseXml(xml: string, { open, close, text }: Handlers): void {
  let isAtEnd = false
  const handlers = {
    onopentag: (name: string, attributes: Record<string, string>) =>
      open(
        local(name),
        Object.fromEntries(Object.entries(attributes).map(([key, value]) => [local(key), value])),
      ),
    onclosetag(name: string) {
      if (isAtEnd) throw unreadable(`its XML ends inside <${name.slice(0, 40)}>`)
      close?.(local(name))
    },
    ontext: (some: string) => text?.(some.replaceAll('\r\n', '\n')),
  }
  const parser = new Parser(handlers, { xmlMode: true, decodeEntities: true })
  parser.write(xml)
  isAtEnd = true
  parser.end()
}

/** The text of runs, without its phonetic guides. */
export function textCollector() {
  let all = ''
  let isText = false
  let isPhonetic = false
  return {
    begin: () => void (all = ''),
    open(tag: string) {
      if (tag === 't') isText = true
      if (tag === 'rPh') isPhonetic = true
    },
    close(tag: string) {
      if (tag === 't') isText = false
      if (tag === 'rPh') isPhonetic = false
    },
    add(text: string) {
      if (isText && !isPhonetic) all += text
    },
    end: () => unescaped(all),
  }
}

/** Characters that XML cannot hold are written as `_x0008_`. */
export const unescaped = (text: string): string =>
  text.includes('_x')
    ? text.replaceAll(/_x([0-9A-Fa-f]{4})_/g, (_all, code: string) =>
        String.fromCharCode(Number.parseInt(code, 16)),
      )
    : text
