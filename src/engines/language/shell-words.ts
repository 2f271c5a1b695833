import { badInput } from '../../base/core/fault.ts'

/** The words of a command, by the quoting of a POSIX shell, and `$'...'` of bash. */
export function shellWords(field: string, command: string): readonly string[] {
  const words: string[] = []
  let word: string | undefined
  let at = 0
  const add = (piece: string) => {
    word = (word ?? '') + piece
  }
  while (at < command.length) {
    const mark = command[at] ?? ''
    if (mark === '\\') {
      const next = command.slice(at + 1, at + 3)
      // A backslash at the end of a line joins it with the next.
      const isJoin = next.startsWith('\n') || next === '\r\n'
      if (!isJoin) add(command[at + 1] ?? '')
      at += next === '\r\n' ? 3 : 2
    } else if (mark === "'") at = single()
    else if (mark === '"') at = double()
    else if (mark === '$' && command[at + 1] === "'") at = ansi()
    else if (/\s/.test(mark)) {
      if (word !== undefined) words.push(word)
      word = undefined
      at += 1
    } else if (/[;|&<>()`]/.test(mark)) {
      throw badInput(`${field}: must be one command; ${mark} stands outside of quotes`)
    } else if (mark === '#' && word === undefined) {
      const end = command.indexOf('\n', at)
      at = end < 0 ? command.length : end
    } else {
      add(mark)
      at += 1
    }
  }
  return word === undefined ? words : [...words, word]

  function never(): never {
    throw badInput(`${field}: has a quote that never closes`)
  }

  function single(): number {
    const end = command.indexOf("'", at + 1)
    if (end < 0) never()
    add(command.slice(at + 1, end))
    return end + 1
  }

  function double(): number {
    add('')
    for (let end = at + 1; end < command.length; end += 1) {
      const mark = command[end] ?? ''
      if (mark === '"') return end + 1
      if (mark === '\\' && /["\\$`\n]/.test(command[end + 1] ?? '')) {
        end += 1
        if (command[end] !== '\n') add(command[end] ?? '')
      } else add(mark)
    }
    return never()
  }

  function ansi(): number {
    add('')
    for (let end = at + 2; end < command.length; end += 1) {
      const mark = command[end] ?? ''
      if (mark === "'") return end + 1
      if (mark !== '\\') {
        add(mark)
        continue
      }
      const found = /^(?:x([0-9a-fA-F]{1,2})|u([0-9a-fA-F]{1,4})|([0-7]{1,3})|(.))/s.exec(
        command.slice(end + 1, end + 6),
      )
      if (!found) return never()
      const [whole, hex, unicode, octal, plain] = found
      const code = hex ?? unicode
      if (plain !== undefined) add(ESCAPES[plain] ?? plain)
      else
        add(
          String.fromCodePoint(
            code === undefined ? Number.parseInt(octal ?? '0', 8) : Number.parseInt(code, 16),
          ),
        )
      end += whole.length
    }
    return never()
  }
}

const ESCAPES: Readonly<Record<string, string>> = {
  n: '\n',
  t: '\t',
  r: '\r',
  a: '\u0007',
  b: '\b',
  f: '\f',
  v: '\v',
  e: '\u001B',
}
