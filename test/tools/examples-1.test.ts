import { describeExamples } from '../support/tool-examples.ts'

await describeExamples(1, { tags: 'long' })
