import type { Token } from './tokens.ts'

const BEGINS =
  /^(SELECT|INSERT|UPDATE|DELETE|MERGE|DROP|CREATE|ALTER|TRUNCATE|EXEC|EXECUTE|DECLARE|WAITFOR|SHUTDOWN|GRANT|REVOKE|DENY|KILL|BACKUP|RESTORE|PRINT|USE|BULK|DBCC|RECONFIGURE|SET)$/
/** After these, a word that could begin a statement goes on with one. */
const GOES_ON =
  /^(UNION|ALL|EXCEPT|INTERSECT|AS|FOR|THEN|ON|AFTER|OF|INSTEAD|CASCADE|NULL|OR|AND|,|=|\(|\.|INTO|GRANT|DENY|REVOKE|WITH|BEGIN)$/
const TAKES_SELECT = /^(INSERT|WITH|CREATE|DECLARE|MERGE|ALTER)$/
const TAKES_SET = /^(UPDATE|MERGE|ALTER)$/

/** Statements of Transact-SQL, which needs no semicolon between them. */
export function splitTransact(tokens: readonly Token[]): readonly (readonly Token[])[] {
  const parts: Token[][] = []
  let depth = 0
  let verb = ''
  let taken = false
  tokens.forEach((token, at) => {
    const word = token.kind === 'word' ? token.text.toUpperCase() : token.text
    const before = tokens[at - 1]?.text.toUpperCase() ?? ''
    if (word === '(') depth += 1
    if (word === ')') depth -= 1
    const begins = token.kind === 'word' && depth === 0 && BEGINS.test(word)
    const isTaken =
      (TAKES_SET.test(verb) && word === 'SET') ||
      (TAKES_SELECT.test(verb) &&
        !taken &&
        /^(SELECT|INSERT|UPDATE|DELETE|EXEC|EXECUTE)$/.test(word))
    if (at === 0 || (begins && !GOES_ON.test(before) && !isTaken)) {
      parts.push([])
      verb = word
      taken = false
    } else if (begins && isTaken && word !== 'SET') taken = true
    parts.at(-1)?.push(token)
  })
  return parts
}
