/** Who asks; reaches SQL as settings of the transaction. */
export interface DataCaller {
  role: string;
  personId?: string;
}
