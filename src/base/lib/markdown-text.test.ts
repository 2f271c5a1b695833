import { marked } from 'marked'
import { describe, expect, test } from 'vitest'
import { work } from '../../engines/article/page-thread.ts'
import { html } from '../../front/pages/html.ts'
import { sellerPage } from '../../front/pages/seller.ts'
import { assembled, citing, recordOf } from '../../goods/reports/_document.ts'
import { markdownCell, markdownLine, markdownText } from './markdown-text.ts'

const HOSTILE = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '</td></table><iframe src="//evil.example">',
  '[pay here](javascript:alert(1))',
  '![x](javascript:alert(1))',
  '<javascript:alert(1)>',
  '[x]: javascript:alert(1)',
  '&lt;script&gt;alert(1)&lt;/script&gt;',
  'a | b |\n| --- |\n\n# Heading\n\n> quote\n- item `code`',
  '\\<script>alert(1)</script>\\',
] as const

const htmlOf = (markdown: string): string => marked.parse(markdown, { async: false })

/** What a reader of Markdown makes of it; only these tags are ours. */
const tagsIn = (markdown: string): readonly string[] =>
  [...htmlOf(markdown).matchAll(/<([a-z0-9]+)/g)].map(([, name = '']) => name)

const isSafe = (markdown: string): void => {
  const tags = tagsIn(markdown)
  for (const bad of ['script', 'img', 'iframe', 'a']) expect(tags).not.toContain(bad)
  expect(markdown).not.toMatch(/<[a-z/!?]/i)
}

describe.each(HOSTILE)('%s', (text) => {
  test('adds nothing to a text, a line, or a cell', () => {
    for (const write of [markdownText, markdownLine, markdownCell]) isSafe(write(text))
    expect(tagsIn(`- ${markdownLine(text)}`).filter((tag) => tag === 'li')).toHaveLength(1)
    const table = `| A | B |\n| --- | --- |\n| ${markdownCell(text)} | x |`
    expect(tagsIn(table).filter((tag) => tag === 'td')).toHaveLength(2)
  })

  test('stays text in the Markdown of a page', () => {
    const route = { name: text, method: 'GET', url: 'https://s.example/x', description: text }
    const { body } = sellerPage({
      seller: { name: text, origin: 'https://s.example', tools: 1, health: 1, lastCrawledAt: null },
      routes: [{ ...route, priceUsd: 1, lastSeenAt: null, isBuyable: false, why: text }],
      error: text,
      looks: [],
      paid: null,
      days: [],
    })
    const markdown = work(html`<main>${body}</main>`.markup)
    expect(markdown).not.toMatch(/<(?!br>)[a-z/!?]/i)
    const tags = tagsIn(markdown)
    for (const bad of ['script', 'img', 'iframe']) expect(tags).not.toContain(bad)
    expect(htmlOf(markdown)).not.toMatch(/(href|src)="javascript:/i)
    expect(tags.filter((tag) => tag === 'tr')).toHaveLength(2)
  })

  test('stays text in a report', () => {
    const url = 'javascript:alert(1)'
    const source = recordOf({ title: text, url, retrievedAt: '2026-01-01', text: 'So it is.' })
    const table = { name: 't', label: text, columns: [text], rows: [[text]] }
    const { report } = assembled({
      title: text,
      lead: text,
      sections: [{ id: 's', title: text, sentences: [citing(text, source)], table }],
    })
    isSafe(report)
    expect(tagsIn(report).filter((tag) => tag === 'td')).toHaveLength(1)
  })
})

test('ordinary text stays as it is', () => {
  for (const text of ['AT&T sells 2 * 3 for < 5 $', 'snake_case and [1]', 'a > b'])
    expect(markdownText(text)).toBe(text)
})
