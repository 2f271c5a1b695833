import { expect, test } from 'vitest'
import { runExample } from '../../../../test/support/run-tool.ts'
import referenceCheck from './reference-check.ts'

test.each([
  // Two words of a title stand in many texts: the author must be there too.
  ['Smith J. On deep learning in schools. 2015.', 'similar'],
  ['LeCun, 2015, https://doi.org/10.1038/nature14539.', 'found'],
  ['doi: 10.1038/nature14539', 'found'],
  ['Miller A. Gardens of the north in winter. doi:10.1038/nature14539', 'mismatch'],
  ['Nobody N. There is nothing of this kind at all. 2031.', 'not_found'],
  ['LeCun Y. Deep learning. Nature 2015. doi:10.9999/invented', 'similar'],
])('%s is %s', async (reference, verdict) => {
  const answer = await runExample(referenceCheck, { references: [reference] })
  expect(answer).toMatchObject({
    results: [{ verdict, retracted: false }],
    problems: verdict === 'found' ? 0 : 1,
  })
})
