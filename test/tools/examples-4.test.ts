import { describeExamples } from '../support/tool-examples.ts'

await describeExamples(4, { tags: 'long' })
