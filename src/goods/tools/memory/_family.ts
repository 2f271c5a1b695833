import { defineFamily } from '../../../base/core/tool.ts'

export default defineFamily({
  title: 'Agent memory and coordination',
  description:
    'Values, counters, locks, queues, messages and remembered texts that belong to the paying wallet.',
})
