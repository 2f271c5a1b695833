/** @module-tag long */
import { strFromU8, unzipSync } from 'fflate'
import { extractText, getDocumentProxy } from 'unpdf'
import { describe, expect, test } from 'vitest'
import { internet } from '../../../../../test/support/internet.ts'
import { runExample } from '../../../../../test/support/run-tool.ts'
import docxToMarkdown from './docx-to-markdown.ts'
import markdownToDocx from './markdown-to-docx.ts'
import markdownToPdf from './markdown-to-pdf.ts'

const MARKDOWN = `# Report & \\<more>

First **bold *both*** and ~~gone~~ with \`code <x>\`, [a link](https://example.com/?a=1&b=2),
[within](#second-part) and [nothing](javascript:alert(1)).

## Second part

1. one
2. two
   - inner
     more of it
   - [x] done
3. three

> quoted
>
> > twice

| Name | Fare |
|:-----|-----:|
| Ada  | 2.40 |
| Bob  |   10 |

\`\`\`js
const a = 1 < 2
  indented
\`\`\`

5. five
6. six

![a boat](https://example.com/boat.png)

---

<div>raw</div>

Last line.
`

const partsIn = ({ base64 }: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(unzipSync(Buffer.from(String(base64), 'base64'))).map(([name, bytes]) => [
      name,
      strFromU8(bytes),
    ]),
  )

describe('markdown-to-docx', () => {
  test('the written document reads back as the same document', async () => {
    const answer = await runExample(markdownToDocx, { markdown: MARKDOWN, title: 'All fares' })
    expect(answer).toMatchObject({ headings: 2, tables: 1 })
    const back = await runExample(docxToMarkdown, { file: answer['base64'] })
    const text = String(back['text'])
    for (const piece of [
      '# Report & <more>',
      '## Second part',
      '**bold *both***',
      '[a link](https://example.com/?a=1&b=2)',
      'a boat',
      'twice',
      'Last line.',
    ])
      expect(text.replaceAll('\\', '')).toContain(piece)
    expect(text).toMatch(/1\.\s+one\n+2\.\s+two/)
    expect(text).toMatch(/\| \*\*Name\*\* \| \*\*Fare\*\* \|\n\| --- \| --- \|\n\| Ada/)
    expect(text).not.toMatch(/javascript|raw/)
  })

  test('numbers of lists, links, code and tables are those of Word', async () => {
    const parts = partsIn(await runExample(markdownToDocx, { markdown: MARKDOWN, toc: true }))
    const body = parts['word/document.xml'] ?? ''
    expect(parts['word/numbering.xml']).toContain('<w:start w:val="5"/>')
    expect(parts['word/_rels/document.xml.rels']).toContain('https://example.com/?a=1&amp;b=2')
    expect(parts['word/_rels/document.xml.rels']).not.toMatch(/javascript/i)
    expect(body).toContain('TOC \\h \\o')
    expect(body).toContain('w:anchor="heading_2"')
    expect(body).toContain('<w:tblHeader/>')
    expect(body).toContain('<w:pStyle w:val="SourceCode"/>')
    expect(body).toMatch(/const a = 1 &lt; 2.*<w:br\/><w:t xml:space="preserve"> {2}indented/)
  })

  test('the same input gives the same bytes, without a date', async () => {
    const [first, second] = [
      await runExample(markdownToDocx, { markdown: MARKDOWN, toc: true }),
      await runExample(markdownToDocx, { markdown: MARKDOWN, toc: true }),
    ]
    expect(second).toEqual(first)
    expect(partsIn(first)['docProps/core.xml']).not.toContain('dcterms:created')
  })

  test('characters that XML cannot hold are left out', async () => {
    const markdown = 'a\u0001b\ufffe \ud83d\ude00 c \u0000'
    const answer = await runExample(markdownToDocx, { markdown })
    const body = partsIn(answer)['word/document.xml'] ?? ''
    expect(body).toMatch(/ab \ud83d\ude00/)
    for (const letter of ['\u0000', '\u0001', '\ufffe']) expect(body).not.toContain(letter)
  })

  test.each([
    [{ markdown: '' }, /^markdown: /],
    [{ markdown: 'x'.repeat(1024 * 1024 + 1) }, /^markdown: /],
    [{ markdown: `${'> '.repeat(101)}x` }, /^markdown: /],
    [{ markdown: '```\n' + '\n'.repeat(60_000) + '```' }, /lines of code/],
    [
      { markdown: Array.from({ length: 101 }, (_, at) => `${at + 1}. x\n\ntext\n`).join('\n') },
      /different numbers/,
    ],
    [{ markdown: 'x', title: 'a\nb' }, /^title: /],
  ])('a fault names its field (%#)', async (input, message) => {
    await expect(runExample(markdownToDocx, input)).rejects.toMatchObject({
      code: 'bad_input',
      message: expect.stringMatching(message) as string,
    })
  })
})

describe('markdown-to-pdf', () => {
  const pdfOf = async (input: Record<string, unknown>) => {
    const answer = await runExample(markdownToPdf, input)
    const pdf = await getDocumentProxy(
      new Uint8Array(Buffer.from(String(answer['base64']), 'base64')),
    )
    return { answer, pdf, text: (await extractText(pdf)).text }
  }

  test('headings, tables, code and contents are text, with an outline', async () => {
    const { answer, pdf, text } = await pdfOf({
      markdown: `${MARKDOWN}\n\n# Next chapter\n\nThe end.`,
      title: 'All <b>fares</b>',
      theme: 'report',
      toc: true,
    })
    expect(answer['pages']).toBe(pdf.numPages)
    expect(answer['pages']).toBeGreaterThan(2)
    const whole = text.join(' ').replaceAll(/\s+/g, ' ')
    for (const piece of [
      'All <b>fares</b>',
      'Report & <more>',
      'Ada 2.40',
      'const a = 1 < 2',
      '1 /',
    ])
      expect(whole).toContain(piece)
    expect(text.at(-1)).toMatch(/Next chapter/)
    expect((await pdf.getOutline()).length).toBeGreaterThan(0)
    const { info } = await pdf.getMetadata()
    expect(info).toMatchObject({ Title: 'All <b>fares</b>' })
  })

  test('pictures of the web are not fetched, and scripts do not run', async () => {
    const { sites } = await internet()
    let visits = 0
    sites.set('spy.example.com', (_request, response) => {
      visits += 1
      response.end()
    })
    const markdown =
      '![the boat](https://spy.example.com/a.png)\n\n<img src="https://spy.example.com/b.png">' +
      '\n\n<script>document.body.textContent = "run"</script><p style="color: red">kept</p>'
    const { text } = await pdfOf({ markdown, pageNumbers: false })
    expect(visits).toBe(0)
    expect(text.join(' ')).toMatch(/the boat\s+kept/)
  })

  test.each([
    [{ markdown: '' }, /^markdown: /],
    [{ markdown: 'x', theme: 'dark' }, /^theme: /],
    [{ markdown: `${'> '.repeat(101)}x` }, /^markdown: /],
  ])('a fault names its field (%#)', async (input, message) => {
    await expect(runExample(markdownToPdf, input)).rejects.toMatchObject({
      code: 'bad_input',
      message: expect.stringMatching(message) as string,
    })
  })
})
