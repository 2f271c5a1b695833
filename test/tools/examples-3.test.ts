import { describeExamples } from '../support/tool-examples.ts'

await describeExamples(3, { tags: 'long' })
