import { expect, test } from 'vitest'
import { articleOf } from './article.ts'

const paragraph = (count: number): string =>
  `<p>Paragraph ${count} says what the method does, in a sentence that is long enough to be taken
  for prose, and adds another that says why one would want that at all.</p>`
const links = (count: number, name: string): string =>
  Array.from({ length: count }, (_, at) => `<a href="/${at}">${name} ${at}</a>`).join(', ')

const markdownOf = (box: string, [open, close]: readonly [string, string]): string =>
  articleOf(
    `<html><head><title>method</title></head><body><nav>${links(20, 'page')}</nav>
    ${open}<h1>method</h1>${paragraph(1)}${paragraph(2)}${box}${paragraph(3)}${paragraph(4)}${close}
    <footer>${links(8, 'foot')}</footer></body></html>`,
    'https://docs.example/method',
  ).markdown

const ROOTS = [
  ['<article>', '</article>'],
  ['<main>', '</main>'],
  ['<div id="content">', '</div>'],
  ['<div>', '</div>'],
] as const

const BOXES = [
  `<div class="note"><p>Box: see ${links(7, 'Type')}.</p></div>`,
  `<div class="grammar"><div>Box ::= ${links(3, 'expr')}</div></div>`,
  `<aside><p>Box ${links(6, 'Type')}</p></aside>`,
  `<table><tr><td>Box ${links(2, 'Type')}</td><td>${links(2, 'Type')}</td></tr></table>`,
]

test.each(BOXES.flatMap((box) => ROOTS.map((root) => [box, root] as const)))(
  'between paragraphs, %j in %j stays',
  (box, root) => {
    expect(markdownOf(box, root)).toContain('Box')
  },
)

test('headlines of other pages go', () => {
  const teaser = `<aside><p>Box ${links(3, 'What happened yesterday in a town far away, part')}</p></aside>`
  expect(markdownOf(teaser, ROOTS[0])).not.toContain('Box')
})

test('what a page states as its article stays, and paragraphs around it go', () => {
  const stated = [1, 2, 3, 4].map((count) => paragraph(count).replace(/<[^>]*>/g, '')).join('\n')
  const data = JSON.stringify({ '@type': 'NewsArticle', articleBody: stated })
  const extra =
    '<p>Our paper has been sold in the streets of this town for a hundred and ten years, rain or shine.</p>'
  const script = `<script type="application/ld+json">${data}</script>`
  const box = '<p><a href="/x">Read more: a line that is nothing but a link</a></p>'
  const markdown = markdownOf(box, [`<article>${script}${extra}`, `${extra}</article>`])
  expect(markdown).toContain('Paragraph 1')
  expect(markdown).toContain('Paragraph 4')
  expect(markdown).not.toContain('hundred and ten')
})
