/// The client: one script, and the style sheet that collections need. Served under `/client/`.
let clientAssets = [
    Asset("aviary.css", PackageResources.aviary_css),
    Asset("aviary.js", PackageResources.aviary_min_js),
]
