import { describeExamples } from '../support/tool-examples.ts'

await describeExamples(2, { tags: 'long' })
