import type { CheerioAPI } from 'cheerio'
import { isObject, type JsonObject } from '../../base/lib/json-object.ts'

/** What the structured data of a page says of its article. */
export interface Statement {
  readonly headline: string | null
  readonly author: string | null
  readonly description: string | null
  /** May be the beginning only, and may hold markup. */
  readonly body: string | null
  /** Several people talk, so comments are content. */
  readonly isThread: boolean
  readonly isNews: boolean
}

const SCRIPTS_MAX = 20
const CHARACTERS_MAX = 500_000
const NODES_MAX = 1_000
const BODY_CHARACTERS_MAX = 200_000
const ARTICLE = /Article|BlogPosting|Report|Posting|HowTo|Recipe|Review|Question/
const NEWS = /NewsArticle/
const THREAD = /DiscussionForumPosting|QAPage|Question/

export function statementOf($: CheerioAPI): Statement {
  const nodes = nodesOf($)
  const article = nodes.find((node) => ARTICLE.test(typesOf(node))) ?? {}
  const types = [...nodes.map(typesOf), $('[itemtype]').first().attr('itemtype') ?? '']
  return {
    headline: stringOf(article['headline']) ?? stringOf(article['name']),
    author: authorOf(article['author']),
    description: stringOf(article['description']),
    body: textOf(article['articleBody']),
    isThread: types.some((type) => THREAD.test(type)),
    isNews: types.some((type) => NEWS.test(type)),
  }
}

/** Objects of JSON-LD, those within `@graph`, lists and `mainEntity` beside the rest. */
function nodesOf($: CheerioAPI): JsonObject[] {
  const scripts = $('script[type="application/ld+json" i]').slice(0, SCRIPTS_MAX).toArray()
  const open = scripts.map((script) => parseJson($(script).text()))
  const nodes: JsonObject[] = []
  for (let at = 0; at < open.length && nodes.length < NODES_MAX; at++) {
    const value = open[at]
    if (Array.isArray(value)) open.push(...value.slice(0, NODES_MAX))
    else if (isObject(value)) {
      nodes.push(value)
      open.push(value['@graph'], value['mainEntity'])
    }
  }
  return nodes
}

function parseJson(text: string): unknown {
  if (text.length > CHARACTERS_MAX) return null
  try {
    return JSON.parse(text.replace(/^\s*(<!--|\/\*<!\[CDATA\[\*\/)|(-->|\/\*\]\]>\*\/)\s*$/g, ''))
  } catch {
    return null
  }
}

const typesOf = (node: JsonObject): string =>
  [node['@type']]
    .flat()
    .filter((type) => typeof type === 'string')
    .join(' ')

function authorOf(value: unknown): string | null {
  const authors = [value].flat().slice(0, 10)
  const names = authors.map((one) => stringOf(isObject(one) ? one['name'] : one))
  const said = names.filter((name) => name !== null && !/^https?:/.test(name))
  return said.length > 0 ? [...new Set(said)].join(', ') : null
}

const textOf = (value: unknown): string | null =>
  typeof value === 'string' && value !== '' && value.length <= BODY_CHARACTERS_MAX ? value : null

const stringOf = (value: unknown): string | null =>
  typeof value === 'string' ? value.replace(/\s+/g, ' ').trim().slice(0, 1_000) || null : null
