// The WebSocket: opened again whenever it is lost, sooner when there is reason to hope.

const firstDelay = 250;
const longestDelay = 5_000;

export class Connection {
  #socket = null;
  #delay = firstDelay;
  #timer = 0;
  #onOpen;
  #onFrame;
  #onLoss;
  #retryNow = () => {
    if (this.#timer && document.visibilityState === "visible") this.#open();
  };

  /** @param {{onOpen: () => void, onFrame: (text: string) => void, onLoss: () => void}} handlers */
  constructor({ onOpen, onFrame, onLoss }) {
    [this.#onOpen, this.#onFrame, this.#onLoss] = [onOpen, onFrame, onLoss];
  }

  get isOpen() {
    return this.#socket?.readyState === WebSocket.OPEN;
  }

  start() {
    addEventListener("online", this.#retryNow);
    document.addEventListener("visibilitychange", this.#retryNow);
    this.#open();
  }

  stop() {
    removeEventListener("online", this.#retryNow);
    document.removeEventListener("visibilitychange", this.#retryNow);
    clearTimeout(this.#timer);
    const socket = this.#socket;
    this.#socket = null;
    socket?.close();
  }

  /** @param {any[]} messages @returns {boolean} whether they went out */
  send(...messages) {
    if (!this.isOpen) return false;
    this.#socket.send(JSON.stringify(messages));
    return true;
  }

  #open() {
    clearTimeout(this.#timer);
    this.#timer = 0;
    const socket = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/live`);
    this.#socket = socket;
    socket.onopen = () => {
      this.#delay = firstDelay;
      this.#onOpen();
    };
    socket.onmessage = ({ data }) => this.#onFrame(data);
    socket.onclose = () => {
      if (socket !== this.#socket) return;
      this.#onLoss();
      this.#timer = setTimeout(() => this.#open(), this.#delay * (0.75 + Math.random() / 2));
      this.#delay = Math.min(this.#delay * 2, longestDelay);
    };
  }
}
