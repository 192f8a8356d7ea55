/** Outcomes of the attempts of this process since it started, for metrics. */
export interface DeliveryCounters {
  /** Deliveries that a receiver accepted. */
  succeeded: number
  /** Failed attempts that will be retried. */
  retried: number
  /** Deliveries that were given up. */
  failed: number
  /** Endpoints that were disabled. */
  disabled: number
}

export const newDeliveryCounters = (): DeliveryCounters => ({ succeeded: 0, retried: 0, failed: 0, disabled: 0 })
