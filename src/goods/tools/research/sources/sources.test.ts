import { expect, test } from 'vitest'
import { runExample } from '../../../../../test/support/run-tool.ts'
import citationVerify from './citation-verify.ts'
import referenceCheck from './reference-check.ts'

test.each([
  // Two words of a title occur in many texts: the author must be there too.
  ['Smith J. On deep learning in schools. 2015.', 'similar'],
  ['LeCun, 2015, https://doi.org/10.1038/nature14539.', 'found'],
  ['doi: 10.1038/nature14539', 'found'],
  ['Miller A. Gardens of the north in winter. doi:10.1038/nature14539', 'mismatch'],
  ['Nobody N. There is nothing of this kind at all. 2031.', 'not_found'],
  ['LeCun Y. Deep learning. Nature 2015. doi:10.9999/invented', 'similar'],
])('the reference %s is %s', async (reference, verdict) => {
  const answer = await runExample(referenceCheck, { references: [reference] })
  expect(answer).toMatchObject({
    results: [{ verdict, retracted: false }],
    problems: verdict === 'found' ? 0 : 1,
  })
})

const PDF = 'https://example.com/paper.pdf'

test.each([
  ['a FARE is what a rider pays for one ride!', 'exact'],
  // The line divides the word.
  ['It is collected before the ride begins', 'exact'],
  ['A fare is what each rider pays for one single ride. It is collected', 'near'],
  ['Fares are paid by the kilometre in most towns', 'absent'],
])('%s: %s', async (quote, verdict) => {
  const answer = await runExample(citationVerify, { claims: [{ quote, url: PDF }], near: 0.8 })
  expect(answer).toMatchObject({ results: [{ verdict, title: 'On Fares' }], count: 1 })
})

test('an address without a text is no evidence for or against', async () => {
  const claims = [
    { quote: 'Anything', url: 'https://example.com/gone' },
    { quote: 'A fare is', url: PDF },
  ]
  expect(await runExample(citationVerify, { claims })).toMatchObject({
    results: [{ verdict: 'unreadable', score: null, found: false }, { verdict: 'exact' }],
    supported: 1,
  })
})

test('a check of which no source can be read is refused', async () => {
  const claims = [{ quote: 'Anything', url: 'https://example.com/gone' }]
  await expect(runExample(citationVerify, { claims })).rejects.toMatchObject({
    code: 'upstream_failed',
    message: 'example.com answered 404 for this address.',
  })
})
