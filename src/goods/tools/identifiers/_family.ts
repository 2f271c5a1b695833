import { defineFamily } from '../../../base/core/tool.ts'

export default defineFamily({
  title: 'Generators and IDs',
  description: 'Identifiers, random numbers, passwords, codes to scan, and data for tests.',
})
