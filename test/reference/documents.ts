import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import docxToMarkdown from '../../src/goods/tools/conversion/documents/docx-to-markdown.ts'
import emailParse from '../../src/goods/tools/conversion/documents/email-parse.ts'
import geoFormat from '../../src/goods/tools/conversion/documents/geo-format.ts'
import icsCreate from '../../src/goods/tools/conversion/documents/ics-create.ts'
import icsParse from '../../src/goods/tools/conversion/documents/ics-parse.ts'
import officeToText from '../../src/goods/tools/conversion/documents/office-to-text.ts'
import subtitleConvert from '../../src/goods/tools/conversion/documents/subtitle-convert.ts'
import vcard from '../../src/goods/tools/conversion/documents/vcard.ts'
import { answer, asked, comparison, has, python, write } from './_compare.ts'

const folder = mkdtempSync(join(tmpdir(), 'documents-'))
const at = (name: string): string => join(folder, name)
const words = (text: unknown): readonly string[] => String(text).match(/[\p{L}\p{N}]+/gu) ?? []

const TEXTS = [
  '# Report\n\nAll *good* and **bold** with [a link](https://example.com).\n\n- one\n- two\n    - deep\n\n1. first\n2. second\n\n> quoted\n\n```\ncode here\n```\n',
  '# Größe & Überblick\n\n| name | n |\n|------|---|\n| Ada | 1 |\n| Bo & Co | 2 |\n\nText after; “quotes” – dashes — and 漢字.\n\n## Second\n\nfoot[^1]\n\n[^1]: A note.\n',
  'Plain only.\n\nSecond paragraph with a\\\nbreak.\n\n# Later heading\n\nEnd.\n',
]

async function compareOffice(): Promise<void> {
  const { same, close } = comparison(
    'docx-to-markdown and office-to-text with pandoc and LibreOffice',
  )
  for (const [index, markdown] of TEXTS.entries()) {
    for (const format of ['docx', 'odt', 'epub', 'rtf', 'pptx']) {
      const file = at(`a${index}.${format}`)
      asked('pandoc', ['-f', 'markdown', '-s', '-o', file, '--metadata', 'title=T'], markdown)
      await compareFile(file, markdown, same)
      if (!has('soffice')) continue
      const other =
        format === 'docx'
          ? 'odt'
          : format === 'odt'
            ? 'docx'
            : format === 'rtf'
              ? 'docx'
              : format === 'pptx'
                ? 'odp'
                : ''
      if (other === '') continue
      asked('soffice', ['--headless', '--convert-to', other, '--outdir', folder, file], '')
      await compareFile(at(`a${index}.${other}`), markdown, same)
      if (other !== 'docx') continue
      asked(
        'soffice',
        ['--headless', '--convert-to', 'rtf', '--outdir', folder, at(`a${index}.docx`)],
        '',
      )
      await compareFile(at(`a${index}.rtf`), markdown, same)
    }
  }
  close()
}

type Same = (of: unknown, ours: unknown, theirs: unknown) => void

/** The words of the source, whatever numbers and marks of lists the makers add. */
async function compareFile(path: string, markdown: string, same: Same): Promise<void> {
  const file = readFileSync(path).toString('base64')
  const ours = path.endsWith('docx')
    ? await answer(docxToMarkdown, { file, format: 'text' })
    : await answer(officeToText, { file })
  const plainText = asked('pandoc', ['-f', 'markdown', '-t', 'plain', '--wrap=none'], markdown).text
  same([path, ours['refused'] ?? ours['text']], bare(ours['text']), bare(plainText))
}

const bare = (text: unknown): readonly string[] =>
  words(text)
    .map((word) => word.replace(/\d+$/, ''))
    .filter((word) => !/^$|^T$|^Notes$/.test(word))
    .toSorted()

const VCARDS = [
  'BEGIN:VCARD\r\nVERSION:3.0\r\nFN:Ada Lovelace\r\nN:Lovelace;Ada;King;Dr.;\r\nEMAIL;TYPE=INTERNET,HOME:ada@example.com\r\nTEL;TYPE=CELL:+44 20 1234\r\nORG:Analytical\\, Inc;Engines\r\nTITLE:Count\\;ess\r\nADR;TYPE=HOME:;;1 Main St;London;;N1;UK\r\nBDAY:1815-12-10\r\nEND:VCARD\r\n',
  'BEGIN:VCARD\r\nVERSION:4.0\r\nFN:Line folded\r\n  name\r\nitem1.EMAIL:x@y.example\r\nitem1.X-ABLabel:Other\r\nTEL;VALUE=uri:tel:+1-555\r\nEND:VCARD\r\n',
  'BEGIN:VCARD\r\nVERSION:2.1\r\nN;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:M=C3=BCller;J=C3=BCrgen;;;\r\nFN;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:J=C3=BCrgen M=C3=BCller\r\nTEL;CELL:0151\r\nEND:VCARD\r\n',
]

async function compareCards(): Promise<void> {
  const { same, close } = comparison('vcard with Python vobject')
  const names = ['Ada Lovelace', 'Müller; Bo, Jr\\', '漢字 '.repeat(30).trim(), 'One']
  const made = await Promise.all(
    names.flatMap((name) =>
      ['3.0', '4.0'].map(async (version) => {
        const contact = {
          name,
          emails: [`${name.length}@example.com`],
          phones: ['+1 555'],
          title: 'a,b;c\nd',
          url: 'https://x.example/?a=1;b',
        }
        return [contact, (await answer(vcard, { contacts: [contact], version }))['text']] as const
      }),
    ),
  )
  const read = `import vobject
out=[]
for t in data:
    v=next(vobject.readComponents(t, allowQP=True)); g=lambda k: [x.value for x in v.contents.get(k,[])]
    out.append([g('fn'),g('email'),[x.replace('tel:','') for x in g('tel')],g('title')])
print(json.dumps(out))`
  const theirs = python(read, [
    ...made.map(([, text]) => text),
    ...VCARDS,
  ]) as readonly (readonly string[][])[]
  for (const [index, [contact]] of made.entries())
    same(contact, theirs[index], [[contact.name], contact.emails, contact.phones, [contact.title]])
  for (const [index, text] of VCARDS.entries()) {
    const [one] = (await answer(vcard, { text }))['contacts'] as Record<string, unknown>[]
    same(
      text,
      [
        [one?.['name']],
        one?.['emails'],
        one?.['phones'],
        [one?.['title']].filter((title) => title !== null),
      ],
      theirs[made.length + index],
    )
  }
  close()
}

const RULES = [
  ['FREQ=DAILY;COUNT=5', 'Europe/Berlin', '2026-03-27T09:00:00'],
  ['FREQ=WEEKLY;BYDAY=MO,WE;COUNT=6', 'America/New_York', '2026-03-02T09:00:00'],
  ['FREQ=MONTHLY;BYDAY=-1FR;COUNT=6', 'Asia/Tokyo', '2026-01-30T18:30:00'],
  ['FREQ=YEARLY;COUNT=3', 'UTC', '2024-02-29T00:00:00'],
  ['FREQ=WEEKLY;INTERVAL=2;UNTIL=20260601T000000Z', 'Europe/London', '2026-03-16T08:00:00'],
  ['FREQ=MONTHLY;BYMONTHDAY=31;COUNT=4', 'Australia/Sydney', '2026-01-31T07:00:00'],
] as const

async function compareCalendars(): Promise<void> {
  const { same, close } = comparison('ics-create and ics-parse with Python icalendar and dateutil')
  for (const [rrule, tz, startIso] of RULES) {
    const events = [
      {
        title: 'Bo, "x"; \\ é'.repeat(9),
        startIso,
        tz,
        rrule,
        description: 'a\nb',
        attendees: ['a@example.com'],
        alarmMinutes: 10,
      },
    ]
    const { ics } = await answer(icsCreate, { events, calendarName: 'C' })
    const [summary, description, start, times] = python(
      `import icalendar, dateutil.rrule, dateutil.tz, datetime
c=icalendar.Calendar.from_ical(data)
e=[x for x in c.walk('VEVENT')][0]
z=dateutil.tz.gettz('${tz}')
d=e['dtstart'].dt; l=d.replace(tzinfo=z) if '${tz}'!='UTC' else d
r=dateutil.rrule.rrulestr(e['rrule'].to_ical().decode(),dtstart=l)
print(json.dumps([str(e['summary']),str(e['description']),d.replace(tzinfo=None).isoformat(),[x.astimezone(datetime.timezone.utc).isoformat() for x in r]]))`,
      ics,
    ) as [string, string, string, string[]]
    same(rrule, [summary, description, start], [events[0]?.title, 'a\nb', startIso])
    const read = await answer(icsParse, { ics, expandUntil: '2040-01-01' })
    const ours = (read['events'] as { startIso: string }[]).map((one) =>
      new Date(one.startIso).toISOString(),
    )
    same(
      rrule,
      ours,
      times.map((time) => new Date(time).toISOString()),
    )
  }
  close()
}

const MAILS = [
  'From: =?utf-8?q?J=C3=BCrgen_M=C3=BCller?= <j@example.com>\r\nTo: "Bo, Jr" <bo@example.com>, c@example.com\r\nCc: Team: a@example.com, b@example.com;\r\nSubject: =?iso-8859-1?b?R3L832U=?=\r\n =?utf-8?q?_more?=\r\nDate: Mon, 5 Jan 2026 10:00:00 +0100\r\nMIME-Version: 1.0\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\nGr=C3=BC=C3=9Fe=\r\n und mehr\r\n',
  'From: a@example.com\r\nTo: b@example.com\r\nSubject: parts\r\nMIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary="x"\r\n\r\n--x\r\nContent-Type: multipart/alternative; boundary="y"\r\n\r\n--y\r\nContent-Type: text/plain\r\n\r\nplain\r\n--y\r\nContent-Type: text/html\r\n\r\n<b>html</b>\r\n--y--\r\n--x\r\nContent-Type: application/pdf; name="r.pdf"\r\nContent-Disposition: attachment; filename*=utf-8\'\'r%C3%A9sum%C3%A9.pdf\r\nContent-Transfer-Encoding: base64\r\n\r\nAAEC\r\nAwQ=\r\n--x--\r\n',
]

async function compareMail(): Promise<void> {
  const { same, close } = comparison('email-parse with Python email')
  const theirs = python(
    `import email, email.policy
out=[]
for t in data:
    m=email.message_from_string(t,policy=email.policy.default)
    p=lambda h:[[a.display_name,a.addr_spec] for a in m[h].addresses] if m[h] else []
    g=lambda k:(m.get_body((k,)).get_content().strip() if m.get_body((k,)) else None)
    out.append([p('from'),p('to'),p('cc'),m['subject'],g('plain'),g('html'),[[a.get_filename(),a.get_content_type(),len(a.get_payload(decode=True))] for a in m.iter_attachments()]])
print(json.dumps(out))`,
    MAILS,
  ) as readonly unknown[]
  for (const [index, text] of MAILS.entries()) {
    const ours = await answer(emailParse, { text })
    const pairs = (people: unknown) =>
      (people as { name: string; address: string }[]).map(({ name, address }) => [name, address])
    const files = (
      ours['attachments'] as { name: string; contentType: string; bytes: number }[]
    ).map((one) => [one.name, one.contentType, one.bytes])
    const body = (one: unknown) => (typeof one === 'string' ? one.trim() : null)
    same(
      text,
      [
        pairs([ours['from']]),
        pairs(ours['to']),
        pairs(ours['cc']),
        ours['subject'],
        body(ours['text']),
        body(ours['html']),
        files,
      ],
      theirs[index],
    )
  }
  close()
}

async function compareSubtitles(): Promise<void> {
  const { same, close } = comparison('subtitle-convert with Python srt')
  const cues = Array.from({ length: 60 }, (_, index) => ({
    startMs: index * 61_007,
    endMs: index * 61_007 + 1_999,
    text: index % 3 === 0 ? 'two\nlines <i>é</i>' : `line ${index}`,
  }))
  const { text } = await answer(subtitleConvert, { cues, to: 'srt' })
  const read = python(
    `import srt
print(json.dumps([[round(c.start.total_seconds()*1000),round(c.end.total_seconds()*1000),c.content] for c in srt.parse(data)]))`,
    text,
  ) as readonly unknown[]
  for (const [index, { startMs, endMs, text: shown }] of cues.entries())
    same(index, read[index], [startMs, endMs, shown])
  const back = await answer(subtitleConvert, { text, to: 'json' })
  same('back', back['cues'], cues)
  close()
}

const SHAPES = [
  { type: 'Point', coordinates: [1.5, 2.25] },
  {
    type: 'LineString',
    coordinates: [
      [1, 2],
      [3.5, 4],
      [-5, 6],
    ],
  },
  {
    type: 'Polygon',
    coordinates: [
      [
        [0, 0],
        [4, 0],
        [4, 4],
        [0, 4],
        [0, 0],
      ],
      [
        [1, 1],
        [1, 2],
        [2, 2],
        [2, 1],
        [1, 1],
      ],
    ],
  },
  {
    type: 'MultiLineString',
    coordinates: [
      [
        [0, 0],
        [1, 1],
      ],
      [
        [2, 2],
        [3, 3],
      ],
    ],
  },
  {
    type: 'MultiPoint',
    coordinates: [
      [0, 0],
      [1, 1],
    ],
  },
]

async function compareMaps(): Promise<void> {
  const { same, close } = comparison('geo-format with ogr2ogr')
  for (const [index, geometry] of SHAPES.entries()) {
    const geojson = { type: 'Feature', properties: { name: 'a & b' }, geometry }
    for (const to of ['kml', 'gpx']) {
      const { text } = await answer(geoFormat, { geojson, to })
      if (text === undefined) continue
      const name = at(`g${index}.${to}`)
      writeFileSync(name, text as string)
      const layers =
        to === 'gpx'
          ? [geometry.type === 'Point' || geometry.type === 'MultiPoint' ? 'waypoints' : 'tracks']
          : []
      const { text: json } = asked('ogr2ogr', ['-f', 'GeoJSON', '/vsistdout/', name, ...layers], '')
      const theirs = (
        JSON.parse(json) as { features: { geometry: { type: string; coordinates: unknown } }[] }
      ).features
      const flat = JSON.stringify(theirs.map((one) => one.geometry)).match(/-?\d+\.?\d*/g)
      same(
        [to, geometry, text],
        flat?.map(Number),
        JSON.stringify(geometry.coordinates)
          .match(/-?\d+\.?\d*/g)
          ?.map(Number),
      )
      const back = await answer(geoFormat, { text, to: 'geojson' })
      same(
        [to, text],
        JSON.stringify(back['geojson'])
          .match(/-?\d+\.\d+|-?\d+/g)
          ?.map(Number),
        flat?.map(Number),
      )
    }
    writeFileSync(
      at('s.geojson'),
      JSON.stringify({ type: 'FeatureCollection', features: [geojson] }),
    )
    const { text: kml } = asked('ogr2ogr', ['-f', 'KML', '/vsistdout/', at('s.geojson')], '')
    const read = await answer(geoFormat, { text: kml, to: 'geojson' })
    const [first] = (read['geojson'] as { features: { geometry: unknown }[] }).features
    same(
      ['their kml', geometry],
      JSON.stringify(first?.geometry)
        .match(/-?\d+\.?\d*/g)
        ?.map(Number),
      JSON.stringify(geometry.coordinates)
        .match(/-?\d+\.?\d*/g)
        ?.map(Number),
    )
  }
  close()
}

if (has('pandoc')) await compareOffice()
else write('pandoc is not installed')
if (has('python3', '-c', 'import vobject, icalendar, dateutil, srt')) {
  await compareCards()
  await compareCalendars()
  await compareMail()
  await compareSubtitles()
} else write('python3 with vobject, icalendar, dateutil and srt is not installed')
if (has('ogr2ogr')) await compareMaps()
else write('ogr2ogr is not installed')
