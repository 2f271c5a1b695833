import { standIn } from './define.ts'

/**
 * Entries as `/page/definition/{term}` of https://en.wiktionary.org/api/rest_v1/ answers them
 * (https://github.com/wikimedia/restbase/blob/master/v1/definition.yaml).
 */
const FUNGIBLE = {
  en: [
    {
      partOfSpeech: 'Adjective',
      language: 'English',
      definitions: [
        {
          definition:
            '<span class="usage-label-sense"></span> Able to be <a rel="mw:WikiLink" href="/wiki/substitute">substituted</a> for something of equal value &amp; kind.',
          parsedExamples: [{ example: 'Oil is a <b>fungible</b> commodity.' }],
          examples: ['Oil is a <b>fungible</b> commodity.'],
        },
        { definition: '<style data-mw-deduplicate="x">.a .b{color:red}</style>' },
      ],
    },
    {
      partOfSpeech: 'Noun',
      language: 'English',
      definitions: [{ definition: 'Any <b>fungible</b> commodity.' }],
    },
  ],
  fr: [
    {
      partOfSpeech: 'Adjective',
      language: 'French',
      definitions: [{ definition: '<a href="/wiki/fungible#English">fungible</a>' }],
    },
  ],
  other: [{ partOfSpeech: 'Noun', language: 'Ladin', definitions: [{ definition: 'something' }] }],
}

export default standIn({
  at: 'UPSTREAM_WIKTIONARY_URL',
  answer: ({ path }) => (path === '/api/rest_v1/page/definition/fungible' ? FUNGIBLE : undefined),
})
