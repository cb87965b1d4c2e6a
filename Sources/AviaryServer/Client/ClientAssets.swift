/// The client: scripts as they are written, and the style sheet that collections need. Served under `/client/`.
let clientAssets = [
    Asset("actions.js", PackageResources.actions_js),
    Asset("aviary.css", PackageResources.aviary_css),
    Asset("aviary.js", PackageResources.aviary_js),
    Asset("banner.js", PackageResources.banner_js),
    Asset("collection.js", PackageResources.collection_js),
    Asset("connection.js", PackageResources.connection_js),
    Asset("cursor.js", PackageResources.cursor_js),
    Asset("frames.js", PackageResources.frames_js),
    Asset("lattice.js", PackageResources.lattice_js),
    Asset("motion.js", PackageResources.motion_js),
    Asset("outlets.js", PackageResources.outlets_js),
    Asset("ranges.js", PackageResources.ranges_js),
    Asset("scrollbox.js", PackageResources.scrollbox_js),
    Asset("splice.js", PackageResources.splice_js),
    Asset("tile.js", PackageResources.tile_js),
]
