import { receiver, serveTold } from './told.ts'

await serveTold({ ...(await receiver()), OTEL_TRACES_SAMPLER: 'traceidratio', OTEL_TRACES_SAMPLER_ARG: '0.01' })
