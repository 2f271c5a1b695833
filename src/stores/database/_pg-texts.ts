import { hash } from 'node:crypto'

/** How to read the rows of a statement; null where it answers none. */
export type Columns = readonly Column[] | null

export type Column = readonly [name: string, parse: (text: string) => unknown]

/** What is known of one SQL text, on all connections of this process. */
export interface StatementText {
  readonly sql: string
  readonly name: string
  columns: Columns
  uses: number
  /** It could not be prepared, such as one whose table was not there. */
  isUnnamed: boolean
  /** Its last run was short, so that others need not fear its company. */
  isQuick: boolean
}

/** The SQL texts of one database. */
export interface StatementTexts {
  of(sql: string): StatementText
  /** The same, and counts a use. */
  used(sql: string): StatementText
  isNaming(): boolean
  /** A statement that is never asked again is not prepared. */
  isWorthAName(text: StatementText): boolean
  failed(text: StatementText, thrown: unknown, isParse: boolean): void
}

const TEXTS_MAX = 2_000
const PREPARED_FROM = 2
const NAME_UNKNOWN = '26000'
const NAME_TAKEN = '42P05'

/**
 * Errors of a pooler that shares sessions by the transaction and knows nothing of prepared
 * statements. Nothing has run then.
 */
export const isOfPooler = (thrown: unknown): boolean =>
  [NAME_UNKNOWN, NAME_TAKEN].includes(codeOf(thrown))

export const codeOf = (thrown: unknown): string =>
  typeof thrown === 'object' && thrown !== null && 'code' in thrown ? String(thrown.code) : ''

export function createStatementTexts(): StatementTexts {
  const texts = new Map<string, StatementText>()
  let isNaming = true

  function of(sql: string): StatementText {
    const before = texts.get(sql)
    if (before) return before
    const isUnnamed = texts.size >= TEXTS_MAX
    const name = isUnnamed ? '' : hash('sha1', sql)
    const text = { sql, name, columns: null, uses: 0, isUnnamed, isQuick: false }
    if (!isUnnamed) texts.set(sql, text)
    return text
  }

  return {
    of,
    used(sql) {
      const text = of(sql)
      text.uses++
      return text
    },
    isNaming: () => isNaming,
    isWorthAName: ({ isUnnamed, uses }) => isNaming && !isUnnamed && uses >= PREPARED_FROM,
    failed(text, thrown, isParse) {
      const wasUnnamed = text.isUnnamed
      if (isParse) text.isUnnamed = true
      if (isOfPooler(thrown) && !wasUnnamed) isNaming = false
    },
  }
}
