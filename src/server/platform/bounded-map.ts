/** A map that evicts its oldest entry when it would hold more than `most`. Setting a key makes its entry the newest. */
export class BoundedMap<K, V> extends Map<K, V> {
  readonly #most: number;
  constructor(most: number) {
    super();
    this.#most = most;
  }
  override set(key: K, value: V): this {
    this.delete(key);
    if (this.size >= this.#most) this.delete(this.keys().next().value as K);
    return super.set(key, value);
  }
}
