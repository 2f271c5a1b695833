import { standIn } from './define.ts'

/** ecfr.gov/developers/documentation/api/v1: search and versioner services. */
const HIT = {
  starts_on: '2016-12-29',
  ends_on: null,
  type: 'Section',
  hierarchy: {
    title: '21',
    chapter: 'I',
    subchapter: 'A',
    part: '74',
    subpart: 'C',
    section: '74.2706',
    appendix: null,
  },
  hierarchy_headings: { title: 'Title 21', part: 'Part 74', section: '§ 74.2706' },
  headings: {
    title: 'Food and Drugs',
    chapter: 'Food and Drug Administration, Department of Health and Human Services',
    part: 'Listing of Color Additives Subject to Certification',
    section: 'FD&amp;C <strong>Yellow</strong> No. <strong>6</strong>.',
  },
  full_text_excerpt: 'The color additive FD&amp;C <strong>Yellow</strong> No. 6 conforms',
  score: 12.5,
  structure_index: 1,
  reserved: false,
  removed: false,
  change_types: ['initial'],
}

const SECTION = `<?xml version="1.0" encoding="UTF-8"?>
<DIV8 N="240.10b-5" NODE="17:4.0.1.1.1.1.57.103" TYPE="SECTION" VOLUME="4">
<HEAD>§ 240.10b-5 Employment of manipulative and deceptive devices.</HEAD>
<P>It shall be unlawful for any person, directly or indirectly,</P>
<P>(a) To employ any <I>device</I>, scheme, or artifice to defraud,</P>
<P>(b) To make any untrue statement of a material fact &amp; to omit one.</P>
<CITA TYPE="N">[13 FR 8183, Dec. 22, 1948, as amended at 16 FR 7928, Aug. 11, 1951]
</CITA>
</DIV8>`

const xml = (text: string) => new Response(text, { headers: { 'content-type': 'text/xml' } })

export default standIn({
  at: 'UPSTREAM_ECFR_URL',
  answer({ path, query }) {
    if (path === '/api/search/v1/results') {
      const isNone = query.get('query') === 'nothing'
      const meta = { current_page: 1, total_pages: 1, total_count: isNone ? 0 : 7, max_score: 12.5 }
      return { results: isNone ? [] : [HIT], meta }
    }
    if (path === '/api/versioner/v1/titles.json')
      return {
        titles: [
          { number: 17, name: 'Commodity', up_to_date_as_of: '2026-05-28', reserved: false },
          { number: 35, name: 'Panama Canal', up_to_date_as_of: null, reserved: true },
        ],
        meta: { date: '2026-05-29' },
      }
    if (!/^\/api\/versioner\/v1\/full\/\d{4}-\d\d-\d\d\/title-17\.xml$/.test(path)) return undefined
    const isRight = query.get('part') === '240' && query.get('section') === '240.10b-5'
    return isRight ? xml(SECTION) : undefined
  },
})
