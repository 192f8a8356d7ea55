/** What came of sending a batch; code 0 is success. */
interface Outcome {
  code: number
  error?: Error
}

interface Exporter<Batch> {
  export(batch: Batch, told: (outcome: Outcome) => void): void
}

/** The same exporter, which reports the first failure of an outage. */
export function reporting<Batch, Kind extends Exporter<Batch>>(exporter: Kind, report: (error: unknown) => void): Kind {
  const send = exporter.export.bind(exporter)
  let hasFailed = false
  exporter.export = (batch: Batch, told: (outcome: Outcome) => void) =>
    send(batch, (outcome) => {
      if (outcome.code !== 0 && !hasFailed) report(outcome.error)
      hasFailed = outcome.code !== 0
      told(outcome)
    })
  return exporter
}
