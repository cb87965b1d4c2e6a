/// The client: scripts as they are written, and the style sheet that collections need.
let clientAssets: [Asset] = []
